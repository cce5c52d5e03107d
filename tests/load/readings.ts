import { readFileSync } from 'node:fs'
import type { Asked } from '../contract/invariants.ts'
import type { Servers } from './servers.ts'

/** What was taken until a moment; processors in seconds. */
export interface Reading {
  readonly atMs: number
  readonly servers: number
  readonly database: number
  /** This process: stations, watchers and customers. */
  readonly load: number
  /** The whole machine, whoever used it. */
  readonly machine: number
  readonly walBytes: number
  readonly databaseBytes: number
}

/** Clock ticks of /proc in a second. */
const TICKS = 100

const asRow = (row: unknown): Record<string, unknown> =>
  typeof row === 'object' && row !== null ? { ...row } : {}

export async function read(database: Asked, servers: Servers): Promise<Reading> {
  const { cpuSeconds } = await servers.look()
  const { rows } = await database.query(
    `select pg_current_wal_lsn() - '0/0' as wal, pg_database_size(current_database()) as size,
       split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  const { wal, size, pid } = asRow(rows[0])
  const { user, system } = process.cpuUsage()
  return {
    atMs: performance.now(),
    servers: cpuSeconds,
    database: cpuOf(Number(pid)),
    load: (user + system) / 1e6,
    machine: cpuOfMachine(),
    walBytes: Number(wal),
    databaseBytes: Number(size),
  }
}

/** What was taken between two moments. */
export function between(before: Reading, after: Reading): Reading {
  return {
    atMs: after.atMs - before.atMs,
    servers: after.servers - before.servers,
    database: after.database - before.database,
    load: after.load - before.load,
    machine: after.machine - before.machine,
    walBytes: after.walBytes - before.walBytes,
    databaseBytes: after.databaseBytes - before.databaseBytes,
  }
}

/** Seconds that a postmaster and its processes took, those that ended too. */
function cpuOf(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const own = timesOf(String(postmaster)).reduce((sum, each) => sum + each, 0)
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, pid) => {
      const [user = 0, system = 0] = timesOf(pid)
      return sum + user + system
    }, own)
}

/** utime, stime, cutime, cstime of proc(5); nothing of a process that has just ended. */
function timesOf(pid: string): readonly number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].map((index) => Number(fields[index]) / TICKS)
  } catch {
    return []
  }
}

/** All processors since the start: user, nice, system, irq, softirq, steal of proc(5). */
function cpuOfMachine(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const fields = line.split(/ +/).slice(1).map(Number)
  return [0, 1, 2, 5, 6, 7].reduce((sum, index) => sum + (fields[index] ?? 0), 0) / TICKS
}

/** @throws Error where this process may not open so many files */
export function needDescriptors(count: number): void {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const [, most = '0'] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? []
  if (most !== 'unlimited' && Number(most) < count)
    throw new Error(`needs ${count} open files, and may have ${most}: ulimit -n ${count}`)
}
