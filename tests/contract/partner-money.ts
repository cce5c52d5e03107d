import { randomUUID } from 'node:crypto'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { payments } from '#server/database/schema.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { goodRequest, newCustomer, type Shop } from './shop.ts'
import { printTo, rowOf } from './staff-desk.ts'

/** A new customer pays an order at M001 by card, and it is printed: the money is captured. */
export async function sellByCard(
  shop: Shop,
): Promise<{ orderNumber: string; paymentId: string; minor: number }> {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token)
  const { order_number } = unwrap(await shop.call(placeOrder, request, { token })).value
  const { id: orderId, quote } = await rowOf(shop, order_number)
  const [payment] = await shop.context.database
    .insert(payments)
    .values({
      orderId,
      provider: 'sandbox',
      state: 'started',
      reference: randomUUID(),
      ...quote.total,
    })
    .returning()
  if (payment === undefined) throw new Error('a payment was not written')
  const fact = { amount: quote.total }
  await learnFact(shop.context, payment.id, { ...fact, fact: 'authorised' })
  await printTo(shop, order_number, 'production-finished')
  await learnFact(shop.context, payment.id, { ...fact, fact: 'captured' })
  return { orderNumber: order_number, paymentId: payment.id, minor: quote.total.minor }
}

/** Sells until the partner of M001 has earned so much more. */
export async function earn(shop: Shop, minor: number): Promise<void> {
  for (let earned = 0; earned < minor; ) earned += (await sellByCard(shop)).minor / 2
}
