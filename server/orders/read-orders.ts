import { asc, eq } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail, OrderSummary } from '#core/contract/entities/order.ts'
import type { Queries } from '../database/connect.ts'
import { machines, type OrderRow, orderEvents } from '../database/schema.ts'

export interface NamedOrder {
  readonly order: OrderRow
  readonly machineName: string
}

/** What a list shows of an order. */
export const summaryOf = ({ order, machineName }: NamedOrder): OrderSummary => ({
  order_number: order.orderNumber,
  status: order.status,
  stage: order.stage,
  product: order.product,
  quantity: order.quantity,
  total: order.quote.total,
  placedAtMs: order.placedAt.getTime(),
  changedAtMs: order.changedAt.getTime(),
  payByMs: order.status === orderStatus.UNPAY ? order.payBy.getTime() : null,
  machine_id: order.machineId,
  machineName,
  pickup: order.pickup,
  previewFile: order.previewFile,
})

type History = readonly Pick<typeof orderEvents.$inferSelect, 'stage' | 'status' | 'at'>[]

/**
 * Everything that its customer may know of an order.
 * @param machineName looked up where it is not known
 */
export async function detailOf(
  queries: Queries,
  order: OrderRow,
  machineName?: string,
): Promise<OrderDetail> {
  const name = machineName ?? (await nameOfMachine(queries, order.machineId))
  const history = await queries
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.version))
  return described(order, name, history)
}

/** Of an order that was placed just now. */
export const newOrderDetail = (order: OrderRow, machineName: string): OrderDetail =>
  described(order, machineName, [{ ...order, at: order.placedAt }])

function described(order: OrderRow, machineName: string, history: History): OrderDetail {
  const collectable = order.pickup && ['production-finished', 'discharging'].includes(order.stage)
  return {
    ...summaryOf({ order, machineName }),
    version: order.version,
    quote: order.quote,
    size: order.size,
    promotionNumber: order.promotionNumber,
    remarks: order.remarks,
    logisticsCompany: order.logisticsCompany,
    courierNumber: order.courierNumber,
    shippedAtMs: order.shippedAt?.getTime() ?? null,
    address: order.address,
    printNumber: order.printNumber,
    pickupCode: collectable ? order.pickupCode : null,
    payOffline: order.payOffline,
    history: history
      .filter(({ stage }, index) => stage !== history[index - 1]?.stage)
      .map(({ stage, status, at }) => ({ stage, status, atMs: at.getTime() })),
  }
}

async function nameOfMachine(queries: Queries, id: string): Promise<string> {
  const [machine] = await queries
    .select({ name: machines.name })
    .from(machines)
    .where(eq(machines.id, id))
  return machine?.name ?? id
}
