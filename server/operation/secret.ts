import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The deployment's secret, or one that is made once and kept in the data folder. */
export async function keptSecret(given: string | null, dataFolder: string): Promise<string> {
  if (given !== null) return given
  const path = join(dataFolder, 'secret')
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim()
  const secret = randomBytes(32).toString('base64url')
  await mkdir(dataFolder, { recursive: true })
  await writeFile(path, secret, { mode: 0o600 })
  return secret
}
