import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ServiceKey } from '#core/contract/services.ts'
import type { Refusal } from '#core/refusals.ts'
import type { Connection } from '../database/connect.ts'
import { CountStore, openCounts } from './count-store.ts'
import type { RateLimit } from './rate-limits.ts'
import { Refused } from './refused.ts'

/** Who does what is counted; what is not known is not counted by. */
export interface Counted {
  /** Of the network, as `networkOf` gives it. */
  readonly address: string
  readonly customer?: string | undefined
  /** In its stored form. */
  readonly phone?: string | undefined
  /** Of staff's, in lower case. */
  readonly username?: string | undefined
}

type Times = Pick<RateLimit, 'times' | 'seconds'>

/** Ends a count: takes back what counts only refusals of another kind. */
export type Settle = (refusal: Refusal | null) => Promise<void>

export interface Rates {
  /**
   * Counts what is done once against each limit.
   * @param name what calls count under that share no name
   * @throws Refused `too-many-calls` with the seconds to wait
   */
  readonly count: (name: string, limits: readonly RateLimit[], who: Counted) => Promise<Settle>
  /**
   * Counts so many at once against each limit, or nothing where one of them would be passed.
   * @throws Refused `too-many-calls`
   */
  readonly spend: (
    name: string,
    limits: readonly RateLimit[],
    who: Counted,
    amount: number,
  ) => Promise<void>
  /** Deletes counts that are over. */
  readonly sweep: () => Promise<unknown>
}

/** An address from which somebody signed in is known to the account for so long. */
const KNOWN_SECONDS = 30 * 86_400
/** All addresses together that are not known take turns, once a limit is passed. */
const STRANGERS: Times = { times: 1, seconds: 1 }
/** Their turns come at half the pace after each ten of a day, down to one in ten minutes. */
const STRANGERS_DAY: Times = { times: 1, seconds: 86_400 }
const STRANGERS_SAME_PACE = 10
const STRANGERS_SLOWEST_SECONDS = 600

const nothing: Settle = async () => {}

/**
 * Counts in the table `rate_limits`, so that all servers of one database count together; while the
 * database cannot be reached, in this process's memory.
 * @param factor multiplies every limit
 */
export function createRates(pool: Connection['pool'], factor: number): Rates {
  const limiters = new Map<string, RateLimiterAbstract>()
  const counts = openCounts(pool)
  const createLimiter = (keyPrefix: string, points: number, duration: number) => {
    const options = { keyPrefix, points, duration }
    const store = {
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
    }
    return new CountStore(store, counts)
  }
  const limiterOf = (keyPrefix: string, { times, seconds }: Times) => {
    const made =
      limiters.get(keyPrefix) ?? createLimiter(keyPrefix, timesOf(times, factor), seconds)
    limiters.set(keyPrefix, made)
    return made
  }

  /** Beyond a limit that slows down: the next in its turn, or a refusal with the time until then. */
  const takeTurn = async (prefix: string, everySeconds: number, key: string, address: string) => {
    const place = keyOf(`${key} ${address}`)
    await consume(limiterOf(`${prefix} turn`, { times: 1, seconds: everySeconds }), place)
    const known = await limiterOf(`${prefix} known`, { times: 1, seconds: KNOWN_SECONDS }).get(
      place,
    )
    if (known !== null) return
    const day = limiterOf(`${prefix} strangers-day`, STRANGERS_DAY)
    const taken = (await day.get(key))?.consumedPoints ?? 0
    const pace = 2 ** Math.floor(taken / STRANGERS_SAME_PACE)
    const customDuration = Math.min(STRANGERS_SLOWEST_SECONDS, pace)
    await consume(limiterOf(`${prefix} strangers`, STRANGERS), key, 1, { customDuration })
    await day.penalty(key)
  }

  const countOne = async (name: string, limit: RateLimit, who: Counted): Promise<Settle> => {
    const subject = who[limit.by]
    if (subject === undefined) return nothing
    const prefix = `${limit.name ?? name} ${limit.by}`
    const limiter = limiterOf(prefix, limit)
    const key = keyOf(subject)
    try {
      await consume(limiter, key)
    } catch (over) {
      if (limit.slowedToSeconds === undefined) throw over
      await takeTurn(prefix, limit.slowedToSeconds, key, who.address)
    }
    return async (refusal) => {
      if (limit.refused === undefined || refusal === limit.refused) return
      await limiter.reward(key)
      if (refusal !== null || limit.slowedToSeconds === undefined) return
      const known = limiterOf(`${prefix} known`, { times: 1, seconds: KNOWN_SECONDS })
      await known.set(keyOf(`${key} ${who.address}`), 1, KNOWN_SECONDS)
    }
  }

  return {
    count: async (name, limits, who) => {
      const settles: Settle[] = []
      for (const limit of limits) settles.push(await countOne(name, limit, who))
      return async (refusal) => {
        for (const settle of settles) await settle(refusal)
      }
    },
    spend: async (name, limits, who, amount) => {
      const spent: (() => Promise<unknown>)[] = []
      for (const limit of limits) {
        const subject = who[limit.by]
        if (subject === undefined) continue
        const limiter = limiterOf(`${name} ${limit.by}`, limit)
        const key = keyOf(subject)
        spent.push(() => limiter.reward(key, amount))
        try {
          await consume(limiter, key, amount)
        } catch (over) {
          for (const giveBack of spent) await giveBack()
          throw over
        }
      }
    },
    sweep: () => pool.query('delete from rate_limits where expire < $1', [Date.now()]),
  }
}

async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  points = 1,
  options: { readonly customDuration?: number } = {},
): Promise<void> {
  try {
    await limiter.consume(key, points, options)
  } catch (over) {
    if (!(over instanceof RateLimiterRes)) throw over
    throw tooManyCalls(over.msBeforeNext)
  }
}

/** @param ms until the count is over */
export const tooManyCalls = (ms: number): Refused =>
  new Refused('too-many-calls', { params: { seconds: Math.max(1, Math.ceil(ms / 1000)) } })

/** How often a deployment allows what a limit allows so often. */
export const timesOf = (times: number, factor: number): number =>
  Math.max(1, Math.round(times * factor))

/** Keys are hashes: the table names neither numbers nor addresses. */
const keyOf = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22)

/** The whole key of a limit that bears no name of its own, where a query counts by itself. */
export const keySql = (name: ServiceKey, by: RateLimit['by'], subject: SQL): SQL =>
  sql`${sql.raw(`'${name} ${by}:'`)} || left(translate(encode(sha256(convert_to(${subject}, 'UTF8')), 'base64'), '+/', '-_'), 22)`
