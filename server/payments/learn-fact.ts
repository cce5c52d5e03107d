import { eq } from 'drizzle-orm'
import type { Money } from '#core/commerce/money/money.ts'
import { isCalledOff, orderStatus } from '#core/commerce/orders/order-status.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import {
  losesMoney,
  type PaymentFact,
  settles,
  settlingStates,
} from '#core/commerce/payments/payment-transitions.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  type OrderRow,
  orderColumns,
  orders,
  type PaymentRow,
  payments,
} from '../database/schema.ts'
import { enterQueue } from '../orders/enter-queue.ts'
import { moveOrderIn } from '../orders/move-order.ts'
import { movePayment } from './move-payment.ts'
import type { ProviderFact } from './provider.ts'

/**
 * Brings a payment to what its provider says of it, and its order with it, in one transaction. The
 * same fact again changes nothing. Money that an order has no use for (it is over, it was paid by
 * another payment, it is another amount) is asked to be given back.
 */
export const learnFact = (
  context: Learning,
  paymentId: string,
  fact: ProviderFact,
  said: Said = {},
): Promise<PaymentRow> =>
  context.database.transaction((tx) => learnFactIn(tx, context, paymentId, fact, said))

/** What is known besides the fact. */
export interface Said {
  /** Who of the staff took the money: the order's event says so. */
  readonly by?: string
  /** What staff should read. */
  readonly trouble?: string
}

type Learning = Pick<Context, 'database' | 'now' | 'log'>

/** {@link learnFact} in a transaction that locks nothing but an order before. */
export async function learnFactIn(
  tx: Queries,
  { now, log }: Pick<Learning, 'now' | 'log'>,
  paymentId: string,
  { fact, amount }: ProviderFact,
  said: Said = {},
): Promise<PaymentRow> {
  const at = now()
  const { order, payment, others } = await lockOrder(tx, paymentId)
  const wrong = wrongAmount(payment, amount)
  if (!settles(payment.state, fact)) {
    // Too late to refuse another amount: staff sees that it is not what was booked.
    const trouble = said.trouble ?? wrong ?? payment.trouble ?? lapsedUntaken(payment, fact)
    const learnt = { order, payment, fact, trouble, at }
    if (losesMoney(payment.state, fact)) return await loseMoney(tx, learnt)
    return await movePayment(tx, payment, [fact], at, { trouble })
  }
  const trouble = amount === null ? 'no amount was named' : wrong
  const settled = others.some(({ state }) => settlingStates.includes(state))
  const waits = order.status === orderStatus.UNPAY && !settled && trouble === null
  if (!waits) {
    log.error({ payment: paymentId, fact, trouble, settled }, 'money without an order')
    return await movePayment(tx, payment, [fact, 'return'], at, { trouble })
  }
  const moved = await movePayment(tx, payment, [fact], at)
  // What else was begun for the order is closed, so that it is not paid twice.
  for (const other of others) {
    if (other.state === 'started') await movePayment(tx, other, ['return'], at)
  }
  await enterQueue(
    tx,
    order,
    said.by === undefined
      ? { event: 'payment-authorised', actor: 'payment' }
      : { event: 'offline-payment-confirmed', actor: 'staff', by: said.by },
    at,
  )
  return moved
}

/** What is printed and was not taken in time: staff reads why it is stuck. */
const lapsedUntaken = ({ state }: PaymentRow, fact: PaymentFact): string | null =>
  state === 'capture-due' && (fact === 'voided' || fact === 'cancelled')
    ? 'lapsed before it was taken'
    : null

interface Loss {
  readonly order: OrderRow
  readonly payment: PaymentRow
  readonly fact: PaymentFact
  readonly trouble: string | null
  readonly at: Date
}

/**
 * What an order was to be printed for is gone. While it waits, or a station has it and has not begun,
 * it is called off. What is printed by now was not paid: its payment is stuck, for staff to see, until
 * the order comes to nothing.
 */
async function loseMoney(
  tx: Queries,
  { order, payment, fact, trouble, at }: Loss,
): Promise<PaymentRow> {
  const lapsed = { event: 'payment-lapsed', actor: 'payment' } as const
  if (stepOrder(order, lapsed.event, lapsed.actor).kind === 'moved') {
    const moved = await movePayment(tx, payment, [fact], at, { trouble })
    await moveOrderIn(tx, order, lapsed, at)
    return moved
  }
  if (fact === 'refunded' || isCalledOff(order.status)) {
    return await movePayment(tx, payment, [fact], at, { trouble })
  }
  if (payment.state === 'stuck') return payment
  const unpaid = { trouble: trouble ?? 'lapsed while it was printed' }
  return await movePayment(tx, payment, ['capture', fact], at, unpaid)
}

/** The order first, as everybody does who changes both. */
async function lockOrder(tx: Queries, paymentId: string) {
  const [named] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.id, paymentId))
  if (named === undefined) throw new Error(`no payment ${paymentId}`)
  const [order] = await tx
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, named.orderId))
    .for('update')
  const rows = await tx.select().from(payments).where(eq(payments.orderId, named.orderId))
  const payment = rows.find(({ id }) => id === paymentId)
  if (order === undefined || payment === undefined) throw new Error('a payment without its order')
  const locked: OrderRow = order
  return { order: locked, payment, others: rows.filter(({ id }) => id !== paymentId) }
}

const wrongAmount = ({ minor, currency }: PaymentRow, amount: Money | null): string | null =>
  amount === null || (amount.minor === minor && amount.currency === currency)
    ? null
    : `${amount.minor} ${amount.currency} instead of ${minor} ${currency}`
