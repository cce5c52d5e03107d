import { execFile } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** `agent-PID-START.lock`: a process, and when it was started, which no later one of its number shares. */
const lockName = /^agent-(\d+)-([\w.-]+)\.lock$/

/**
 * Keeps a second agent off a folder: two with one journal would print twice. Each agent first writes a
 * lock of its own and then looks for others', so of two that start at once at least one sees the
 * other. A lock of a process that is gone, as after kill -9, counts for nothing, whoever has its
 * number now.
 * @throws Error where another agent runs there
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = `agent-${process.pid}-${await startOf(process.pid)}.lock`
  const release = () => rm(join(folder, own), { force: true })
  try {
    const file = await open(join(folder, own), 'wx', 0o600)
    await file.close()
  } catch (thrown) {
    const isTaken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST'
    if (!isTaken) throw thrown
    // This very process runs one there already.
    throw new Error(`Another agent (process ${process.pid}) runs on ${folder}.`, { cause: thrown })
  }
  try {
    for (const name of await readdir(folder)) {
      const [, pid = '', start] = lockName.exec(name) ?? []
      if (name === own || start === undefined) continue
      if ((await startOf(Number(pid))) === start) {
        throw new Error(`Another agent (process ${pid}) runs on ${folder}.`)
      }
      await rm(join(folder, name), { force: true })
    }
  } catch (thrown) {
    await release()
    throw thrown
  }
  return release
}

/** When a process that runs was started, since which boot; null where none has that number. */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return await startByPs(pid)
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name before it may hold anything, brackets too (proc_pid_stat(5)).
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie's files are closed: it does nothing any more.
    return state === 'Z' ? null : `${rest[STARTTIME]}-${boot.trim()}`
  } catch {
    return null
  }
}

/** Field 22, counted from the one behind the state, which is the third. */
const STARTTIME = 22 - 4

async function startByPs(pid: number): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim().replaceAll(/[^\w]+/g, '-')
  } catch {
    return null
  }
}
