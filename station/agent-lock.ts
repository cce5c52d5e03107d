import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps a second agent off a folder: two with one journal would print twice. A lock of a process that
 * is gone, as after kill -9, is taken over.
 * @throws Error where another agent runs there
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'agent.pid')
  const pid = Number(await readFile(path, 'utf8').catch(() => '0'))
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new Error(`Another agent (process ${pid}) runs on ${folder}.`)
  }
  await writeFile(path, String(process.pid), { mode: 0o600 })
  return () => rm(path, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
