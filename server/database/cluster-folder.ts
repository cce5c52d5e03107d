import { createHash } from 'node:crypto'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Others may go through it. */
const ENTER = 0o001

/**
 * Where the embedded cluster lies: in the data folder. PostgreSQL refuses to run as root, so where we
 * are root it runs as a user of its own; if that user cannot come to the data folder (it lies in a
 * home, say), the cluster lies under /var/lib instead.
 */
export async function clusterFolder(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true })
  if (process.getuid?.() !== 0) return join(dataFolder, 'postgres')
  await chmod(dataFolder, 0o711)
  if (await isReachable(dirname(dataFolder))) return join(dataFolder, 'postgres')
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  const elsewhere = join('/var/lib', `stampa-${name}`)
  await mkdir(elsewhere, { recursive: true, mode: 0o711 })
  return join(elsewhere, 'postgres')
}

/**
 * PostgreSQL's own files, too, must lie where its user can come to.
 * @throws Error that says what to do, where we are root in a closed folder
 */
export async function checkProgramsReachable(): Promise<void> {
  const here = fileURLToPath(import.meta.url)
  if (process.getuid?.() !== 0 || (await isReachable(dirname(here)))) return
  throw new Error(
    `PostgreSQL does not run as root, and the user it runs as cannot come to ${dirname(here)}. Move the project out of that folder, start it as another user, or set DATABASE_URL.`,
  )
}

async function isReachable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  if ((mode & ENTER) === 0) return false
  return folder === dirname(folder) || (await isReachable(dirname(folder)))
}
