import { eq } from 'drizzle-orm'
import {
  type OrderRow,
  orderColumns,
  orders,
  payments,
  printJobs,
} from '#server/database/schema.ts'
import { type Move, moveOrder } from '#server/orders/move-order.ts'
import { learnFact } from '#server/payments/learn-fact.ts'

/** Where orders, payments and jobs are written. */
export interface Books {
  readonly context: Parameters<typeof learnFact>[0]
}

const orderRow = async ({ context }: Books, orderNumber: string): Promise<OrderRow> => {
  const [row] = await context.database
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (row === undefined) throw new Error(`no order ${orderNumber}`)
  return row
}

/** Stands beside M001, prints the same. */
export const SECOND_MACHINE = 'M007'

/** Pays an order by a payment that its provider has authorised; it queues then. */
export async function pay(shop: Books, orderNumber: string): Promise<OrderRow> {
  const { context } = shop
  const { id: orderId, quote } = await orderRow(shop, orderNumber)
  const [payment] = await context.database
    .insert(payments)
    .values({
      orderId,
      provider: 'sandbox',
      state: 'started',
      minor: quote.total.minor,
      currency: quote.total.currency,
      reference: `test ${orderNumber}`,
    })
    .returning()
  if (payment === undefined) throw new Error('a payment was not written')
  await learnFact(context, payment.id, { fact: 'authorised', amount: quote.total })
  return await orderRow(shop, orderNumber)
}

/** Moves an order on. */
export const step = async (shop: Books, orderNumber: string, move: Move): Promise<OrderRow> =>
  await moveOrder(shop.context, await orderRow(shop, orderNumber), move)

const agent = async (shop: Books, orderNumber: string, event: 'printing-began' | 'printed') => {
  const { id } = await orderRow(shop, orderNumber)
  const [job] = await shop.context.database
    .select()
    .from(printJobs)
    .where(eq(printJobs.orderId, id))
  const leaseUntil = new Date(shop.context.now().getTime() + 120_000)
  return await step(shop, orderNumber, {
    event,
    actor: 'station',
    print: { ...(job && { token: job.token }), leaseUntil },
  })
}

/** A station claims an order and begins to print it. */
export async function beginPrinting(shop: Books, orderNumber: string): Promise<OrderRow> {
  const leaseUntil = new Date(shop.context.now().getTime() + 30_000)
  await step(shop, orderNumber, { event: 'job-claimed', actor: 'station', print: { leaseUntil } })
  return await agent(shop, orderNumber, 'printing-began')
}

/** Prints an order that queues. */
export async function print(shop: Books, orderNumber: string): Promise<OrderRow> {
  await beginPrinting(shop, orderNumber)
  return await agent(shop, orderNumber, 'printed')
}
