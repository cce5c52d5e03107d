import { and, eq, lt, type SQL } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderEvent } from '#core/commerce/orders/order-transitions.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { orders } from '../database/schema.ts'
import { moveOrder } from './move-order.ts'

/** Orders moved by one look; the next look goes on. */
const AT_ONCE = 100

/**
 * Moves what the clock moves: unpaid orders are closed, shipped ones count as received. What is due
 * is read from the orders themselves, so nothing is lost by a restart and two servers do no harm.
 * @returns how many orders were moved
 */
export async function moveDueOrders(context: Context): Promise<number> {
  const now = context.now()
  const unpaid = and(eq(orders.status, orderStatus.UNPAY), lt(orders.payBy, now))
  const assumed = new Date(now.getTime() - limits.receiptAssumedMs)
  const shipped = and(eq(orders.status, orderStatus.DELIVER), lt(orders.shippedAt, assumed))
  return (
    (await moveAll(context, unpaid, 'payment-timed-out')) +
    (await moveAll(context, shipped, 'receipt-assumed'))
  )
}

async function moveAll(context: Context, due: SQL | undefined, event: OrderEvent): Promise<number> {
  const rows = await context.database.select().from(orders).where(due).limit(AT_ONCE)
  let moved = 0
  for (const row of rows) {
    try {
      await moveOrder(context, row, event, 'clock')
      moved++
    } catch (thrown) {
      // It was paid, cancelled or moved by another server meanwhile.
      if (!(thrown instanceof Refused)) throw thrown
    }
  }
  return moved
}
