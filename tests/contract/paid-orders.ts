import { eq } from 'drizzle-orm'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { type OrderRow, orderColumns, orders } from '#server/database/schema.ts'
import { enterQueue } from '#server/orders/enter-queue.ts'
import { goodRequest, newCustomer, type OrderRequest, type Shop } from './shop.ts'

/** An order that waits for payment. */
export async function unpaidOrder(
  shop: Shop,
  fields: Partial<OrderRequest> = {},
): Promise<OrderRow> {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token, fields)
  const placed = unwrap(await shop.call(placeOrder, request, { token })).value
  return await orderRow(shop, placed.order_number)
}

/** An order in its machine's queue, as if its payment had been authorised. */
export async function paidOrder(shop: Shop, fields: Partial<OrderRequest> = {}): Promise<OrderRow> {
  const order = await unpaidOrder(shop, fields)
  const { database, now } = shop.context
  const move = { event: 'payment-authorised', actor: 'payment' } as const
  return await database.transaction((tx) => enterQueue(tx, order, move, now()))
}

export async function orderRow(shop: Shop, orderNumber: string): Promise<OrderRow> {
  const [row] = await shop.context.database
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (row === undefined) throw new Error('the order is there')
  return row
}
