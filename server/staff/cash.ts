import { and, eq } from 'drizzle-orm'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { type OrderRow, type PaymentRow, payments } from '../database/schema.ts'
import { learnFact } from '../payments/learn-fact.ts'
import { movePayment } from '../payments/move-payment.ts'
import type { TransactionOf } from './audit.ts'

/** The customer has paid at the station: what was begun with another provider is closed. */
export async function takeCash(
  context: Context,
  tx: TransactionOf,
  order: OrderRow,
  by: string,
): Promise<void> {
  const at = context.now()
  const begun = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'started')))
  for (const payment of begun) await movePayment(tx, payment, ['return'], at)
  const { total } = order.quote
  const row = { orderId: order.id, provider: 'offline', state: 'started', ...total } as const
  const [taken] = await tx
    .insert(payments)
    .values({ ...row, startedAt: at, changedAt: at })
    .returning()
  if (taken === undefined) throw new Error('a payment was not written')
  const fact = { fact: 'authorised', amount: total } as const
  await learnFact({ ...context, database: tx }, taken.id, fact, { by })
}

/** @throws Refused `order-moved-on` where no cash is to be handed back */
export async function giveCashBack(
  context: Context,
  tx: TransactionOf,
  paid: readonly PaymentRow[],
  expectedMinor: number,
): Promise<void> {
  const due = paid.find(({ provider, state }) => provider === 'offline' && state === 'return-due')
  if (due === undefined) throw new Refused('order-moved-on')
  const { minor, currency } = due
  if (minor !== expectedMinor) throw new Refused('price-changed')
  const fact = { fact: 'refunded', amount: { minor, currency } } as const
  await learnFact({ ...context, database: tx }, due.id, fact)
}
