import type { Reading } from './readings.ts'

/** A stretch of the run. */
export interface Stretch {
  readonly taken: Reading
  readonly orders: number
  /** Sheets that came out meanwhile. */
  readonly printed: number
  readonly placing: readonly number[]
}

export interface Figures {
  readonly stations: number
  readonly watchers: number
  readonly clients: number
  /** Nobody orders: stations ask and say that they live, watchers watch. */
  readonly rest: Reading
  readonly calm: Stretch
  readonly killed: Stretch
  /** Of the rate before the kill: what was ordered during it. */
  readonly killShare: number
  readonly printing: readonly number[]
  /** From the kill until the killed server was ready again, in ms. */
  readonly restartMs: number
  readonly gaps: readonly number[]
  readonly residentMb: number
  /** How late the load itself was, in ms. */
  readonly lateMs: number
  readonly failures: Readonly<Record<string, number>>
  readonly machine: string
}

const DAY_SECONDS = 86_400
const MILLION = 1_000_000
const STATIONS = 1_000
/** A day's busiest hour against its mean. */
const PEAK = 3
/** Of a processor, so that a queue does not grow. */
export const FULL = 0.6

function at(times: readonly number[], share: number): string {
  if (times.length === 0) return 'none'
  const sorted = times.toSorted((one, other) => one - other)
  return `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const secondsOf = ({ atMs }: Reading): number => atMs / 1000

/** Orders a second. */
export const rateOf = ({ taken, orders }: Stretch): number => orders / secondsOf(taken)

/** The tables of the page: what was measured, and how far it goes on paper. */
export const tablesOf = (figures: Figures): string =>
  ['', halves(figures), '', whole(figures), '', paper(figures), ''].join('\n')

function halves({ calm, killed, killShare }: Figures): string {
  const perSecond = ({ taken }: Stretch, count: number) => (count / secondsOf(taken)).toFixed(1)
  const both = (what: string, of: (stretch: Stretch) => string) => [what, of(calm), of(killed)]
  const processors = (of: (taken: Reading) => number) => (stretch: Stretch) =>
    (of(stretch.taken) / secondsOf(stretch.taken)).toFixed(2)
  return table(
    ['what', 'as many orders as two servers bear', `one killed, at ${killShare * 100} % of that`],
    [
      both('orders placed and paid, a second', (stretch) => perSecond(stretch, stretch.orders)),
      both('printed, a second', (stretch) => perSecond(stretch, stretch.printed)),
      both('placing, p50', ({ placing }) => at(placing, 0.5)),
      both('placing, p99', ({ placing }) => at(placing, 0.99)),
      both('orders', ({ orders }) => String(orders)),
      both('seconds', ({ taken }) => secondsOf(taken).toFixed(0)),
      both(
        'processors in use: both servers',
        processors(({ servers }) => servers),
      ),
      both(
        'PostgreSQL',
        processors(({ database }) => database),
      ),
      both(
        'stations, watchers and customers themselves',
        processors(({ load }) => load),
      ),
      both(
        'whatever else the machine did',
        processors(({ machine, servers, database, load }) =>
          Math.max(0, machine - servers - database - load),
        ),
      ),
    ],
  )
}

function whole(figures: Figures): string {
  const { printing, gaps } = figures
  return table(
    ['what', 'figure'],
    [
      [
        'stations, watchers, customers who order at once',
        `${figures.stations}, ${figures.watchers}, ${figures.clients}`,
      ],
      ['from the queue to "printed", p50 and p99', `${at(printing, 0.5)}, ${at(printing, 0.99)}`],
      ['the killed server was ready again after', `${Math.round(figures.restartMs)} ms`],
      ['streams lost by the kill, and served again', String(gaps.length)],
      [
        'without a stream, p50, p99 and longest (0.5 to 2 s of it are the app’s own pause)',
        `${at(gaps, 0.5)}, ${at(gaps, 0.99)}, ${at(gaps, 1)}`,
      ],
      ['memory of a server, at most', `${Math.round(figures.residentMb)} MB`],
      ['how late the load itself was, p99', `${Math.round(figures.lateMs)} ms`],
      ...Object.entries(figures.failures).map(([what, count]) => [what, String(count)]),
      ['machine', figures.machine],
    ],
  )
}

function paper({ stations, watchers, rest, calm }: Figures): string {
  const { taken, orders } = calm
  const perSecond = (of: (taken: Reading) => number) => of(rest) / secondsOf(rest)
  /** Of one order, without what stations and watchers take anyway. */
  const ofOrder = (of: (taken: Reading) => number) =>
    Math.max(0, of(taken) - perSecond(of) * secondsOf(taken)) / orders
  const mean = MILLION / DAY_SECONDS
  const cores = (of: (taken: Reading) => number, rate: number) => {
    const all = rate * ofOrder(of) + (perSecond(of) * STATIONS) / stations
    return (all / FULL).toFixed(1)
  }
  const processors = (name: string, of: (taken: Reading) => number) => [
    name,
    `${(ofOrder(of) * 1000).toFixed(1)} ms`,
    `${((perSecond(of) * 1000) / stations).toFixed(2)} ms`,
    cores(of, mean),
    cores(of, PEAK * mean),
  ]
  const bytes = (name: string, of: (taken: Reading) => number) => [
    name,
    `${(ofOrder(of) / 1024).toFixed(0)} kB`,
    '',
    `${((ofOrder(of) * MILLION) / 2 ** 30).toFixed(0)} GB a day`,
    '',
  ]
  const each = Math.round(watchers / stations)
  return table(
    [
      'what',
      'one order',
      `a station and its ${each} watchers, a second`,
      'a thousand stations, a million orders a day',
      `their busiest hour (${PEAK} times the mean)`,
    ],
    [
      ['orders a second', '', '', mean.toFixed(1), (PEAK * mean).toFixed(1)],
      processors('servers, processors', ({ servers }) => servers),
      processors('PostgreSQL, processors', ({ database }) => database),
      bytes('write-ahead log', ({ walBytes }) => walBytes),
      bytes('database', ({ databaseBytes }) => databaseBytes),
    ],
  )
}
