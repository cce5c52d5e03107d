import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { machines, orders, type PaymentRow, payments } from '../database/schema.ts'
import { learnFact } from './learn-fact.ts'
import type { PaymentProvider } from './provider.ts'

export type Asking = Pick<Context, 'database' | 'now' | 'log' | 'payments'>

/** @throws Error where there is none */
export async function paymentRow(
  { database }: Pick<Asking, 'database'>,
  id: string,
): Promise<PaymentRow> {
  const [row] = await database.select().from(payments).where(eq(payments.id, id))
  if (row === undefined) throw new Error(`no payment ${id}`)
  return row
}

/**
 * Asks a payment's provider what it knows now, and brings payment and order to it. One that was never
 * told of it is told first.
 */
export async function askAbout(context: Asking, id: string): Promise<PaymentRow> {
  const row = await paymentRow(context, id)
  const provider = context.payments.providerOf(row.provider)
  const payment = await openAtProvider(context, row, provider)
  const fact = await provider.ask(payment)
  return fact === null ? payment : await learnFact(context, id, fact)
}

/** Tells a provider of a payment, unless it has answered already: the answer may have been lost. */
export async function openAtProvider(
  { database }: Asking,
  payment: PaymentRow,
  provider: PaymentProvider,
): Promise<PaymentRow> {
  if (payment.reference !== null) return payment
  const [named] = await database
    .select({ orderNumber: orders.orderNumber, shop: machines.name })
    .from(orders)
    .innerJoin(machines, eq(orders.machineId, machines.id))
    .where(eq(orders.id, payment.orderId))
  if (named === undefined) throw new Error('a payment without its order')
  const { reference, payUrl } = await provider.begin({ payment, ...named })
  const [row] = await database
    .update(payments)
    .set({ reference, payUrl })
    .where(eq(payments.id, payment.id))
    .returning()
  return row ?? payment
}

/**
 * {@link askAbout} for many who hint at once: whoever comes while an answer is awaited gets the next
 * one, for what it is about may be later than the question.
 */
export function createAsker(context: Asking): (id: string) => Promise<PaymentRow> {
  const asked = new Map<string, { running: Promise<unknown>; next: Promise<PaymentRow> | null }>()
  return async (id) => {
    const open = asked.get(id)
    if (open !== undefined) {
      open.next ??= open.running.then(
        () => askAlone(id),
        () => askAlone(id),
      )
      return await open.next
    }
    return await askAlone(id)
  }

  function askAlone(id: string): Promise<PaymentRow> {
    const running = askAbout(context, id)
    const entry = { running, next: null }
    asked.set(id, entry)
    const leave = () => {
      if (asked.get(id) === entry && entry.next === null) asked.delete(id)
    }
    running.then(leave, leave)
    return running
  }
}
