import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible'
import { z } from 'zod'
import { batched } from '../database/batches.ts'
import type { Connection } from '../database/connect.ts'

/** What is counted on one key. */
interface Count {
  readonly key: string
  readonly points: number
  /** How long the count lasts where it begins now. */
  readonly ms: number
}
interface Counted {
  readonly points: number
  readonly expire: number
}

interface Stored {
  readonly rows: readonly Counted[]
}

declare module 'rate-limiter-flexible' {
  // The library's own types leave out what its stores are made of.
  interface RateLimiterPostgres {
    _upsert(key: string, points: number, ms: number, isSet?: boolean): Promise<Stored>
  }
}

const BATCH = { most: 100, atOnce: 2 } as const

const rowsSchema = z.array(
  z.object({ key: z.string(), points: z.number(), expire: z.coerce.number() }),
)

/**
 * Counts once on each key, and answers `key`, `points` and `expire` as they are then. Waits for no flush
 * of the disk: a crash of the database forgets what was counted in its last instants, and nothing else
 * is written in the same transaction.
 * @param asked a query of `key`, `points` and `expire`: what is counted, and until when if it begins now
 */
export const countSql = (asked: SQL, nowMs: SQL): SQL => sql`
  insert into rate_limits as held (key, points, expire) ${asked} order by key
  on conflict (key) do update set
    points = case when held.expire <= ${nowMs} then excluded.points else held.points + excluded.points end,
    expire = case when held.expire <= ${nowMs} then excluded.expire else held.expire end
  returning key, points, expire, set_config('synchronous_commit', 'off', true)`

const COUNT = new PgDialect().sqlToQuery(
  countSql(
    sql.raw(
      'select key, points, expire from unnest($1::text[], $2::int[], $3::bigint[]) as asked (key, points, expire)',
    ),
    sql.raw('$4'),
  ),
).sql

/** Counts what is counted at the same time in one query of the table `rate_limits`. */
export function openCounts(pool: Connection['pool']): (count: Count) => Promise<Counted> {
  return batched(async (counts: readonly Count[]) => {
    const nowMs = Date.now()
    // A row is written once by a query: what counts on the same key counts in its turn, but here.
    const sums = new Map<string, Count>()
    const before = counts.map((count) => {
      const sum = sums.get(count.key)
      const points = (sum?.points ?? 0) + count.points
      sums.set(count.key, { ...(sum ?? count), points })
      return points
    })
    const all = [...sums.values()]
    const { rows } = await pool.query({
      name: 'count_rates',
      text: COUNT,
      values: [
        all.map(({ key }) => key),
        all.map(({ points }) => points),
        all.map(({ ms }) => nowMs + ms),
        nowMs,
      ],
    })
    const held = new Map(rowsSchema.parse(rows).map((row) => [row.key, row]))
    return counts.map(({ key }, index) => {
      const row = held.get(key)
      if (row === undefined) throw new Error('a count was not answered')
      const later = (sums.get(key)?.points ?? 0) - (before[index] ?? 0)
      return { points: row.points - later, expire: row.expire }
    })
  }, BATCH)
}

/** The library's store, whose counting goes together with that of others. */
export class CountStore extends RateLimiterPostgres {
  readonly #count: (count: Count) => Promise<Counted>

  constructor(options: IRateLimiterPostgresOptions, count: (count: Count) => Promise<Counted>) {
    super(options)
    this.#count = count
  }

  /** What every kind of counting comes down to in the library; what is set anew goes by itself. */
  override async _upsert(key: string, points: number, ms: number, isSet = false): Promise<Stored> {
    if (isSet) return await super._upsert(key, points, ms, isSet)
    return { rows: [await this.#count({ key, points, ms })] }
  }
}
