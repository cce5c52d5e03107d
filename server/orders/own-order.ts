import { and, eq } from 'drizzle-orm'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { type OrderRow, orderColumns, orders } from '../database/schema.ts'

/**
 * An order of the customer who calls.
 * @param locks holds its row until the transaction ends
 * @throws Refused `order-unknown` for another's order as for none
 */
export async function ownOrder(
  queries: Queries,
  customerId: string,
  orderNumber: string,
  { locks = false }: { readonly locks?: boolean } = {},
): Promise<OrderRow> {
  const query = queries
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.customerId, customerId)))
  const [order] = await (locks ? query.for('update') : query)
  if (order === undefined) throw new Refused('order-unknown')
  return order
}
