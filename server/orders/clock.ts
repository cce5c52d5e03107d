import { and, asc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { type OrderRow, orderColumns, orders, printJobs } from '../database/schema.ts'
import type { IsLeaving } from '../operation/sweeps.ts'
import { type Move, moveOrder } from './move-order.ts'

/** Orders read at once. */
const PAGE = 100

/** Orders that are due for an event of the clock's, those longest due first. */
interface Due {
  readonly event: OrderEvent
  readonly where: SQL | undefined
  readonly since: SQL
}

/**
 * Moves what the clock moves: unpaid orders are closed, claims lapse, prints that nobody hears of are
 * lost, faults that are not cured end their orders, what was shipped counts as received. What is due
 * is read from the rows themselves, so nothing is lost by a restart and two servers do no harm.
 * @returns how many orders were moved
 */
export async function moveDueOrders(
  context: Context,
  isLeaving: IsLeaving = () => false,
): Promise<number> {
  const now = context.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const stage = (...stages: OrderRow['stage'][]) => inArray(orders.stage, stages)
  const leaseOver = lt(printJobs.leaseUntil, now)
  const dues: readonly Due[] = [
    {
      event: 'payment-timed-out',
      where: and(eq(orders.status, orderStatus.UNPAY), lt(orders.payBy, now)),
      since: asc(orders.payBy),
    },
    {
      event: 'claim-lapsed',
      where: and(stage('in-production'), leaseOver),
      since: asc(printJobs.leaseUntil),
    },
    {
      event: 'print-lost',
      where: and(stage('printing'), leaseOver),
      since: asc(printJobs.leaseUntil),
    },
    {
      event: 'fault-not-cured',
      // Since its print was held: a station that goes from one trouble to another gains no time.
      where: and(
        stage('device-fault', 'awaiting-stock-in', 'resting'),
        lt(printJobs.changedAt, ago(limits.faultCureMs)),
      ),
      since: asc(printJobs.changedAt),
    },
    {
      event: 'receipt-assumed',
      where: and(
        eq(orders.status, orderStatus.DELIVER),
        lt(orders.shippedAt, ago(limits.receiptAssumedMs)),
      ),
      since: asc(orders.shippedAt),
    },
  ]
  let moved = 0
  for (const due of dues) moved += await moveAll(context, due, now, isLeaving)
  return moved
}

/** An order that cannot be moved holds no other up. */
async function moveAll(
  context: Context,
  { event, where, since }: Due,
  now: Date,
  isLeaving: IsLeaving,
): Promise<number> {
  const leased = event === 'claim-lapsed' || event === 'print-lost'
  const move: Move = { event, actor: 'clock', ...(leased && { print: { leaseOverBy: now } }) }
  let moved = 0
  for (let left = 0; ; ) {
    const rows = await context.database
      .select({ order: orderColumns })
      .from(orders)
      .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
      .where(where)
      .orderBy(since, asc(orders.id))
      .limit(PAGE)
      .offset(left)
    for (const { order } of rows) {
      if (isLeaving()) return moved
      if (await isMoved(context, order, move)) moved++
      else left++
    }
    if (rows.length < PAGE) return moved
  }
}

async function isMoved(context: Context, row: OrderRow, move: Move): Promise<boolean> {
  try {
    await moveOrder(context, row, move)
    return true
  } catch (thrown) {
    // Refused: it was paid, cancelled or moved by another server meanwhile.
    if (!(thrown instanceof Refused)) {
      const { event } = move
      context.log.error({ err: thrown, order: row.orderNumber, event }, 'the clock moved no order')
    }
    return false
  }
}
