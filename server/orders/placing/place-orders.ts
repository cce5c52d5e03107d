import { getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isRefusal } from '#core/refusals.ts'
import { Refused } from '../../calls/refused.ts'
import { batched } from '../../database/batches.ts'
import type { Database } from '../../database/connect.ts'
import { type OrderRow, orders } from '../../database/schema.ts'
import { isJudged } from '../../database/violations.ts'
import type { UnpaidLimits } from './unpaid-limits.ts'

/** An order as it would be placed, and what is counted and checked in the transaction. */
export interface Candidate {
  readonly order: OrderRow
  /** Up to 2 MB that were written once, where they were validated. */
  readonly designJson: string
  readonly key: string
  readonly bodyHash: string
  readonly limits: UnpaidLimits
  /** Of the list that it was priced by. */
  readonly pricesVersion: number
}

/** What became of a candidate. */
export type Placed =
  | { readonly kind: 'placed'; readonly printNumber: number }
  /** The key stands for this order already. */
  | { readonly kind: 'earlier'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** A price has changed since the list was read: nothing was placed by the old one. */
  | { readonly kind: 'prices-old' }

/**
 * One transaction places so many at most, one after the other: a second one would wait for the same
 * station's row, and share no flush of the disk with those that come meanwhile.
 */
const BATCH = { most: 32, atOnce: 1, isOneBad: isJudged } as const

const results = {
  refusal: sql`refusal`,
  params: sql`params`,
  printNumber: sql`print_number`,
  earlier: sql`earlier`,
}
const resultSchema = z.compile(
  z.object({
    refusal: z.string().nullable(),
    params: z.record(z.string(), z.number()).nullable(),
    printNumber: z.number().int().nullable(),
    earlier: z.string().nullable(),
  }),
)

/**
 * Places what is asked for at the same time in one round trip, by the database's function
 * `place_orders` (migrations): orders of one machine share the lock of its row instead of queuing for
 * it, and one flush of the disk.
 */
export function createPlacing(database: Database): (candidate: Candidate) => Promise<Placed> {
  const place = database
    .select(results)
    .from(sql`place_orders(${sql.placeholder('requests')}::jsonb)`)
    .orderBy(sql`place`)
    .prepare('place_orders')
  return batched(async (candidates: readonly Candidate[]) => {
    const rows = await place.execute({ requests: `[${candidates.map(written).join(',')}]` })
    return rows.map((row) => placedOf(resultSchema.parse(row)))
  }, BATCH)
}

function placedOf({ refusal, params, printNumber, earlier }: z.infer<typeof resultSchema>): Placed {
  if (earlier !== null) return { kind: 'earlier', orderId: earlier }
  if (printNumber !== null) return { kind: 'placed', printNumber }
  if (refusal === 'prices-old') return { kind: 'prices-old' }
  if (refusal === null || !isRefusal(refusal)) throw new Error(`place_orders says ${refusal}`)
  return { kind: 'refused', refused: new Refused(refusal, { params: params ?? {} }) }
}

const { design, ...columns } = getTableColumns(orders)
/** What stands before each value of an order's row. */
const members = Object.entries(columns).map(
  ([field, { name }]) => [field as keyof OrderRow, `${JSON.stringify(name)}:`] as const,
)

/** Written member by member: no object is built for it, and the design is text already. */
function written({ order, designJson, key, bodyHash, limits, pricesVersion }: Candidate): string {
  let row = `{"${design.name}":${designJson}`
  for (const [field, member] of members) row += `,${member}${JSON.stringify(order[field])}`
  const request = JSON.stringify({ key, bodyHash, limits, pricesVersion })
  return `${request.slice(0, -1)},"order":${row}}}`
}
