import { and, asc, eq } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { moneyPlaceOf } from '#core/commerce/payments/money-place.ts'
import type { ListedOrder, OrderDetail, OrderSummary } from '#core/contract/entities/order.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  ledgerEntries,
  machines,
  type OrderRow,
  orderEvents,
  payments,
} from '../database/schema.ts'
import { customersNote } from './customers-note.ts'
import { isCollectable, pickupQr } from './pickup.ts'

export interface NamedOrder {
  readonly order: OrderRow
  readonly machineName: string
}

/** What every list says of an order. */
export const listedOrder = ({ order, machineName }: NamedOrder): ListedOrder => ({
  order_number: order.orderNumber,
  status: order.status,
  stage: order.stage,
  product: order.product,
  quantity: order.quantity,
  total: order.quote.total,
  placedAtMs: order.placedAt.getTime(),
  changedAtMs: order.changedAt.getTime(),
  machine_id: order.machineId,
  machineName,
  pickup: order.pickup,
})

/** What the customer's list shows of an order. */
export const summaryOf = (named: NamedOrder): OrderSummary => ({
  ...listedOrder(named),
  payByMs: named.order.status === orderStatus.UNPAY ? named.order.payBy.getTime() : null,
  previewFile: named.order.previewFile,
})

type History = readonly Pick<
  typeof orderEvents.$inferSelect,
  'event' | 'actor' | 'stage' | 'status' | 'at' | 'note'
>[]

/**
 * Everything that its customer may know of an order.
 * @param machineName looked up where it is not known
 */
export async function detailOf(
  { database, secret }: Pick<Context, 'database' | 'secret'>,
  order: OrderRow,
  machineName?: string,
): Promise<OrderDetail> {
  const name = machineName ?? (await nameOfMachine(database, order.machineId))
  const history = await database
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.version))
  const qr = isCollectable(order) ? pickupQr(secret, order) : null
  return described(order, name, history, { ...(await moneyOf(database, order.id)), pickupQr: qr })
}

const placedOf = ({ stage, status, placedAt }: OrderRow): History[number] => ({
  event: 'placed',
  actor: 'customer',
  stage,
  status,
  at: placedAt,
  note: null,
})

/** Of an order that was placed just now. */
export const newOrderDetail = (order: OrderRow, machineName: string): OrderDetail =>
  described(order, machineName, [placedOf(order)], {
    money: 'none',
    paidAtStation: false,
    pickupQr: null,
  })

function described(
  order: OrderRow,
  machineName: string,
  history: History,
  known: Pick<OrderDetail, 'money' | 'paidAtStation' | 'pickupQr'>,
): OrderDetail {
  // Assigned, not spread before them: an object that begins as a copy costs thirty times as much.
  return Object.assign(summaryOf({ order, machineName }), {
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
    money: known.money,
    paidAtStation: known.paidAtStation,
    pickupQr: known.pickupQr,
    pickupCode: known.pickupQr === null ? null : order.pickupCode,
    payOffline: order.payOffline,
    history: history
      .filter(({ stage }, index) => stage !== history[index - 1]?.stage)
      .map((step) => ({
        event: step.event,
        stage: step.stage,
        status: step.status,
        atMs: step.at.getTime(),
        note: customersNote(step),
      })),
  })
}

async function nameOfMachine(queries: Queries, id: string): Promise<string> {
  const [machine] = await queries
    .select({ name: machines.name })
    .from(machines)
    .where(eq(machines.id, id))
  return machine?.name ?? id
}

/** Where an order's money is, by all that was tried to pay it. */
async function moneyOf(
  queries: Queries,
  orderId: string,
): Promise<Pick<OrderDetail, 'money' | 'paidAtStation'>> {
  const rows = await queries
    .select({ state: payments.state, provider: payments.provider, charged: ledgerEntries.move })
    .from(payments)
    .leftJoin(
      ledgerEntries,
      and(eq(ledgerEntries.paymentId, payments.id), eq(ledgerEntries.move, 'charge')),
    )
    .where(eq(payments.orderId, orderId))
  const booked = rows.map((row) => ({ ...row, charged: row.charged !== null }))
  return {
    money: moneyPlaceOf(booked),
    paidAtStation: booked.some(({ provider, charged }) => provider === 'offline' && charged),
  }
}
