import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** As many characters as a secret of the environment must have. */
export const SECRET_LENGTH_MIN = 32
const SECRET_BYTES = 32

/** The deployment's secret, or one that is made once and kept in the data folder. */
export const keptSecret = async (given: string | null, dataFolder: string): Promise<string> =>
  given ?? (await madeOnce(join(dataFolder, 'secret')))

/**
 * The secret that a file holds; made at the first start. It appears under its name only when it is
 * whole and on disk, and of two servers that start at once the first one's counts.
 * @throws Error for a file that is too short to be a secret: only a person can say what happened
 */
export async function madeOnce(path: string): Promise<string> {
  const known = await readSecret(path)
  if (known !== null) return known
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${randomUUID()}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(SECRET_BYTES).toString('base64url'))
    await file.sync()
    await file.close()
    await link(part, path).catch(throwUnless('EEXIST'))
  } finally {
    await rm(part, { force: true })
  }
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return (await readSecret(path)) ?? ''
}

async function readSecret(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(throwUnless('ENOENT'))
  if (text === undefined) return null
  const secret = text.trim()
  if (secret.length >= SECRET_LENGTH_MIN) return secret
  throw new Error(
    `The secret in ${path} has fewer than ${SECRET_LENGTH_MIN} characters. Put the right one back, or delete the file to have a new one made.`,
  )
}

const throwUnless = (code: string) => (thrown: unknown) => {
  if (!(thrown instanceof Error && 'code' in thrown && thrown.code === code)) throw thrown
}
