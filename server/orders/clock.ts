import { and, asc, eq, lt, type SQL } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderEvent } from '#core/commerce/orders/order-transitions.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { type OrderRow, orderColumns, orders } from '../database/schema.ts'
import { moveOrder } from './move-order.ts'

/** Orders read at once. */
const PAGE = 100

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
    (await moveAll(context, unpaid, asc(orders.payBy), 'payment-timed-out')) +
    (await moveAll(context, shipped, asc(orders.shippedAt), 'receipt-assumed'))
  )
}

/** What is longest due comes first; an order that cannot be moved holds no other up. */
async function moveAll(
  context: Context,
  due: SQL | undefined,
  order: SQL,
  event: OrderEvent,
): Promise<number> {
  let moved = 0
  for (let left = 0; ; ) {
    const rows = await context.database
      .select(orderColumns)
      .from(orders)
      .where(due)
      .orderBy(order, asc(orders.id))
      .limit(PAGE)
      .offset(left)
    for (const row of rows) {
      if (await isMoved(context, row, event)) moved++
      else left++
    }
    if (rows.length < PAGE) return moved
  }
}

async function isMoved(context: Context, row: OrderRow, event: OrderEvent): Promise<boolean> {
  try {
    await moveOrder(context, row, event, 'clock')
    return true
  } catch (thrown) {
    // Refused: it was paid, cancelled or moved by another server meanwhile.
    if (!(thrown instanceof Refused)) {
      context.log.error({ err: thrown, order: row.orderNumber, event }, 'the clock moved no order')
    }
    return false
  }
}
