import { storageKeyOf } from '#core/session/session.ts'
import { forgetTabValue, readTabValue, writeTabValue } from '../storage/tab-storage.ts'

const KEY = storageKeyOf('wanted')

/** Where a visitor was going when they were asked to sign in; forgotten, they land in the shop. */
export const keepWanted = (address: string): void => writeTabValue(KEY, address)

/** That address, once. */
export function takeWanted(): string | null {
  const wanted = readTabValue(KEY)
  forgetTabValue(KEY)
  return wanted
}
