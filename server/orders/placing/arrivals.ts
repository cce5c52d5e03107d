import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { placeOrder } from '#core/contract/services/orders.ts'
import { tokenHash } from '../../accounts/secrets.ts'
import { countSql } from '../../calls/count-store.ts'
import type { Arrive } from '../../calls/handler.ts'
import { rateLimits } from '../../calls/rate-limits.ts'
import { keySql, timesOf, tooManyCalls } from '../../calls/rates.ts'
import type { Context } from '../../context.ts'
import { batched } from '../../database/batches.ts'
import type { Database } from '../../database/connect.ts'
import { tokens } from '../../database/schema.ts'
import {
  ArrivedCaller,
  type Named,
  type NamedRows,
  namedMembers,
  namedParameters,
  namedSchema,
  rowsAsJson,
  rowsOf,
} from './readings.ts'

/** A call for an order that has come in. */
interface Arrival extends Named {
  readonly tokenHash: string
}

/** Who it is of, where its token holds, and how often that customer has called. */
interface Arrived {
  readonly customerId: string | null
  readonly points: number
  readonly msLeft: number
  readonly rows: NamedRows
}

/** One at a time: those that come meanwhile share the next one, and then a placing. */
const BATCH = { most: 64, atOnce: 1 } as const

const [LIMIT] = rateLimits.placeOrder
const { machine_id: machineIdSchema, printFile, previewFile } = placeOrder.request.shape

/**
 * Says who calls for an order, counts the call, and reads what the order will be judged by, all in one
 * round trip of the calls that come at the same time. What a request names is read before the request is
 * validated, and counts for nothing where it is found wrong.
 */
export function openArrivals({
  database,
  config,
  now,
}: Pick<Context, 'database' | 'config' | 'now'>): Arrive {
  const most = timesOf(LIMIT.times, config.rateFactor)
  const arrive = batched(readArrivals(database, now), BATCH)
  return async (token, fields) => {
    const hash = tokenHash(token)
    const named = namedIn(fields)
    const { customerId, points, msLeft, rows } = await arrive({ ...named, tokenHash: hash })
    if (customerId === null) return null
    if (points > most) throw tooManyCalls(msLeft)
    return new ArrivedCaller(customerId, hash, { ...named, ...rows })
  }
}

function namedIn(fields: Readonly<Record<string, unknown>>): Named {
  const print = printFile.safeParse(fields['printFile'])
  const preview = previewFile.safeParse(fields['previewFile'])
  return {
    machineId: machineIdSchema.safeParse(fields['machine_id']).data ?? null,
    fileIds: [print.data, preview.data].filter((id) => typeof id === 'string'),
  }
}

const foundSchema = z.compile(
  namedSchema.extend({
    callers: z.array(
      z.object({
        hash: z.string(),
        customerId: z.string(),
        points: z.number(),
        expire: z.number(),
      }),
    ),
  }),
)

function readArrivals(database: Database, now: () => Date) {
  const foundOf = arrivalRows(database)
  return async (all: readonly Arrival[]): Promise<readonly Arrived[]> => {
    const nowMs = Date.now()
    const [row] = await foundOf.execute({
      ...namedParameters(all),
      hashes: all.map((each) => each.tokenHash),
      now: now(),
      nowMs,
      until: nowMs + LIMIT.seconds * 1000,
    })
    const found = foundSchema.parse(row?.found)
    const callers = new Map(found.callers.map((caller) => [caller.hash, caller]))
    // All of one customer's were counted at once: the last of them stands for all that was counted,
    // the one before it for one less.
    const later = new Map<string, number>()
    return all
      .toReversed()
      .map((each) => {
        const { customerId, points, expire } = callers.get(each.tokenHash) ?? nobody
        const after = later.get(customerId ?? '') ?? 0
        later.set(customerId ?? '', after + 1)
        return {
          customerId,
          points: points - after,
          msLeft: expire - nowMs,
          rows: rowsOf(each, found),
        }
      })
      .toReversed()
  }
}

const nobody = { customerId: null, points: 0, expire: 0 } as const

/** Counts for tokens that hold alone: nobody else's calls use up what a customer may do. */
function arrivalRows(database: Database) {
  const known = database.$with('known', {}).as(
    sql`select ${tokens.hash}, ${tokens.customerId},
      ${keySql('placeOrder', LIMIT.by, sql`${tokens.customerId}::text`)} as key
    from ${tokens}
    where ${tokens.hash} = any(${sql.placeholder('hashes')}) and ${tokens.expiresAt} > ${sql.placeholder('now')}`,
  )
  const counted = database.$with('counted', {}).as(
    countSql(
      sql`select key, count(*)::int, ${sql.placeholder('until')}::bigint
        from unnest(${sql.placeholder('hashes')}::text[]) as asked (hash) join known using (hash)
        group by key`,
      sql`${sql.placeholder('nowMs')}::bigint`,
    ),
  )
  const callers = rowsAsJson(
    {
      hash: sql`hash`,
      customerId: sql`customer_id`,
      points: sql`points`,
      expire: sql`expire`,
    },
    sql`known join counted using (key)`,
  )
  return database
    .with(known, counted)
    .select({ found: sql`json_build_object('callers', ${callers}, ${namedMembers})` })
    .from(sql`(select) as once`)
    .prepare('arrivals_of_orders')
}
