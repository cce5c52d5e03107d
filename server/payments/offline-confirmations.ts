import { and, eq } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  type OrderRow,
  orderColumns,
  orders,
  type PaymentRow,
  payments,
} from '../database/schema.ts'
import { learnFactIn } from './learn-fact.ts'
import { movePayment } from './move-payment.ts'

type Learning = Pick<Context, 'database' | 'now' | 'log'>

/**
 * Staff has taken an order's money: the order enters the queue, and a card payment that was begun for
 * it is closed.
 * @param by who of the staff
 * @throws Refused `order-moved-on` where it does not wait for money
 */
export const confirmOfflinePayment = (
  context: Learning,
  orderId: string,
  by: string,
): Promise<PaymentRow> =>
  context.database.transaction(async (tx) => {
    const at = context.now()
    const order = await lockUnpaid(tx, orderId)
    const begun = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.state, 'started')))
    for (const payment of begun) await movePayment(tx, payment, ['return'], at)
    const { total } = order.quote
    const [taken] = await tx
      .insert(payments)
      .values({
        orderId,
        provider: 'offline',
        state: 'started',
        ...total,
        startedAt: at,
        changedAt: at,
      })
      .returning()
    if (taken === undefined) throw new Error('a payment was not written')
    const fact = { fact: 'authorised', amount: total } as const
    return await learnFactIn(tx, context, taken.id, fact, { by })
  })

async function lockUnpaid(tx: Queries, orderId: string): Promise<OrderRow> {
  const [order] = await tx
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  if (order === undefined) throw new Refused('order-unknown')
  if (order.status !== orderStatus.UNPAY) throw new Refused('order-moved-on')
  return order
}

/**
 * Staff has handed an offline payment's money back.
 * @throws Refused `order-moved-on` where nothing is to be handed back (any more)
 */
export const confirmHandedBack = (context: Learning, paymentId: string): Promise<PaymentRow> =>
  context.database.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
    if (payment?.provider !== 'offline' || payment.state !== 'return-due') {
      throw new Refused('order-moved-on')
    }
    const { minor, currency } = payment
    const fact = { fact: 'refunded', amount: { minor, currency } } as const
    return await learnFactIn(tx, context, paymentId, fact)
  })
