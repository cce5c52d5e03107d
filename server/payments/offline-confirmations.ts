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

type Learning = Pick<Context, 'now' | 'log'>

/**
 * Staff has taken an order's money: the order enters the queue, and a card payment that was begun for
 * it is closed.
 * @param expectedMinor what was taken
 * @param by who of the staff
 * @throws Refused `order-moved-on` where it does not wait for money, `price-changed` where it is
 * another sum
 */
export async function confirmOfflinePayment(
  tx: Queries,
  context: Learning,
  orderId: string,
  expectedMinor: number,
  by: string,
): Promise<PaymentRow> {
  const at = context.now()
  const order = await lockUnpaid(tx, orderId)
  const { total } = order.quote
  if (total.minor !== expectedMinor) throw new Refused('price-changed')
  const begun = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'started')))
  for (const payment of begun) await movePayment(tx, payment, ['return'], at)
  const row = { orderId, provider: 'offline', state: 'started', ...total } as const
  const [taken] = await tx
    .insert(payments)
    .values({ ...row, startedAt: at, changedAt: at })
    .returning()
  if (taken === undefined) throw new Error('a payment was not written')
  const fact = { fact: 'authorised', amount: total } as const
  return await learnFactIn(tx, context, taken.id, fact, { by })
}

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
 * Staff has handed back what was taken for an order.
 * @param expectedMinor what was handed back
 * @throws Refused `order-moved-on` where nothing is to be handed back (any more), `price-changed`
 * where it is another sum
 */
export async function confirmHandedBack(
  tx: Queries,
  context: Learning,
  orderId: string,
  expectedMinor: number,
): Promise<PaymentRow> {
  // The order first, as everybody does who changes both.
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  const [due] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.provider, 'offline'),
        eq(payments.state, 'return-due'),
      ),
    )
  if (due === undefined) throw new Refused('order-moved-on')
  const { minor, currency } = due
  if (minor !== expectedMinor) throw new Refused('price-changed')
  const fact = { fact: 'refunded', amount: { minor, currency } } as const
  return await learnFactIn(tx, context, due.id, fact)
}
