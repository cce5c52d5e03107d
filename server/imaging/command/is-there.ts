import { constants } from 'node:fs'
import { access } from 'node:fs/promises'

export const isThere = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
