import { readFileSync } from 'node:fs'
import type { Asked } from '../contract/invariants.ts'

/** What was taken until a moment. */
export interface Reading {
  readonly serverCpu: number
  readonly databaseCpu: number
  readonly walBytes: number
  readonly databaseBytes: number
}

/** What one order takes, from the customer's call to the printed page. */
export interface Cost {
  readonly serverMs: number
  readonly databaseMs: number
  readonly walKb: number
  readonly databaseKb: number
}

interface Placing {
  readonly orders: number
  readonly placing: readonly number[]
}

export interface Figures {
  readonly stations: number
  readonly watchers: number
  readonly clients: number
  /** Of each half. */
  readonly seconds: number
  readonly cost: Cost
  readonly residentMb: number
  readonly calm: Placing
  readonly killed: Placing
  readonly printing: readonly number[]
  readonly gaps: readonly number[]
  readonly lost: number
  readonly unprinted: number
  readonly twice: number
  readonly broken: readonly string[]
  readonly machine: string
}

/** Clock ticks of /proc in a second. */
const TICKS = 100

const asRow = (row: unknown): Record<string, unknown> =>
  typeof row === 'object' && row !== null ? { ...row } : {}

export async function readingOf(database: Asked, serverCpu: number): Promise<Reading> {
  const { rows } = await database.query(
    `select pg_current_wal_lsn() - '0/0' as wal, pg_database_size(current_database()) as size,
       (pg_stat_file('postmaster.pid', true)).size as known,
       split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  const { wal, size, pid } = asRow(rows[0])
  return {
    serverCpu,
    databaseCpu: cpuOf(Number(pid)),
    walBytes: Number(wal),
    databaseBytes: Number(size),
  }
}

/** Seconds that a postmaster and its processes took, those that ended too. */
function cpuOf(postmaster: number): number {
  const ofProcess = (pid: string): readonly number[] => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].map((index) => Number(fields[index]) / TICKS)
  }
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const running = children.split(' ').filter(Boolean)
  const own = ofProcess(String(postmaster)).reduce((sum, each) => sum + each, 0)
  return running.reduce((sum, pid) => {
    const [user = 0, system = 0] = ofProcess(pid)
    return sum + user + system
  }, own)
}

export const costOf = (before: Reading, after: Reading, orders: number): Cost => ({
  serverMs: ((after.serverCpu - before.serverCpu) * 1000) / orders,
  databaseMs: ((after.databaseCpu - before.databaseCpu) * 1000) / orders,
  walKb: (after.walBytes - before.walBytes) / 1024 / orders,
  databaseKb: (after.databaseBytes - before.databaseBytes) / 1024 / orders,
})

const DAY_SECONDS = 86_400
const MILLION = 1_000_000
/** A day's busiest hour against its mean. */
const PEAK = 3
/** Of a processor, so that a queue does not grow. */
const FULL = 0.6

function at(times: readonly number[], share: number): string {
  if (times.length === 0) return 'none'
  const sorted = times.toSorted((one, other) => one - other)
  return `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `| ${row.join(' | ')} |`).join('\n')

/** The tables of the page: what was measured, and how far it goes on paper. */
export function tablesOf(figures: Figures): string {
  const { calm, killed, cost, printing, gaps } = figures
  const perSecond = ({ orders }: Placing) => (orders / figures.seconds).toFixed(1)
  const measured = [
    ['what', 'both servers', 'one of them killed'],
    ['---', '---', '---'],
    ['orders placed, paid and printed, a second', perSecond(calm), perSecond(killed)],
    ['placing, p50', at(calm.placing, 0.5), at(killed.placing, 0.5)],
    ['placing, p99', at(calm.placing, 0.99), at(killed.placing, 0.99)],
    ['orders in all', String(calm.orders), String(killed.orders)],
  ]
  const whole = [
    ['what', 'figure'],
    ['---', '---'],
    [
      'stations, watchers, customers who order at once',
      `${figures.stations}, ${figures.watchers}, ${figures.clients}`,
    ],
    ['from the queue to "printed", p50 and p99', `${at(printing, 0.5)}, ${at(printing, 0.99)}`],
    ['streams lost by the kill, and served again', `${gaps.length}`],
    [
      'without a stream, p50, p99 and longest (2 s of it are the browser’s own pause)',
      `${at(gaps, 0.5)}, ${at(gaps, 0.99)}, ${at(gaps, 1)}`,
    ],
    ['memory of a server, at most', `${Math.round(figures.residentMb)} MB`],
    ['acknowledged orders lost', String(figures.lost)],
    ['orders not printed in the end', String(figures.unprinted)],
    ['printed twice', String(figures.twice)],
    ['promises broken in the database', String(figures.broken.length)],
    ['machine', figures.machine],
  ]
  const mean = MILLION / DAY_SECONDS
  const cores = (ms: number, rate: number) => ((rate * ms) / 1000 / FULL).toFixed(1)
  const gigabytes = (kb: number) => ((kb * MILLION) / 2 ** 20).toFixed(0)
  const paper = [
    ['what', 'one order', 'a million a day', `the busiest hour (${PEAK} times the mean)`],
    ['---', '---', '---', '---'],
    ['orders a second', '', mean.toFixed(1), (PEAK * mean).toFixed(1)],
    [
      'servers, processors',
      `${cost.serverMs.toFixed(1)} ms`,
      cores(cost.serverMs, mean),
      cores(cost.serverMs, PEAK * mean),
    ],
    [
      'PostgreSQL, processors',
      `${cost.databaseMs.toFixed(1)} ms`,
      cores(cost.databaseMs, mean),
      cores(cost.databaseMs, PEAK * mean),
    ],
    ['write-ahead log', `${cost.walKb.toFixed(0)} kB`, `${gigabytes(cost.walKb)} GB a day`, ''],
    ['database', `${cost.databaseKb.toFixed(0)} kB`, `${gigabytes(cost.databaseKb)} GB a day`, ''],
  ]
  return ['', table(measured), '', table(whole), '', table(paper), ''].join('\n')
}
