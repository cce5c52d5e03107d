import { and, asc, count, desc, eq, gt, lt, type SQL } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { type Handlers, Paged } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { machines, orderColumns, orders } from '../database/schema.ts'
import { moveOrder } from './move-order.ts'
import { moveToNeighbour, neighboursOf } from './neighbours.ts'
import { watchOrder } from './order-watch.ts'
import { ownOrder } from './own-order.ts'
import { openPlacing } from './placing/place-order.ts'
import { detailOf, newOrderDetail, summaryOf } from './read-orders.ts'

type OrderServices =
  | 'placeOrder'
  | 'orderList'
  | 'orderTimeline'
  | 'orderDetail'
  | 'orderCounts'
  | 'cancelOrder'
  | 'chooseOfflinePayment'
  | 'receiveOrder'
  | 'followOrder'
  | 'neighbours'
  | 'moveToNeighbour'

/** A follower is answered after so long at the latest. */
const FOLLOW_MS = 25_000

/** Orders of the customer who calls: another's are unknown to them. */
export function orderHandlers(context: Context): Handlers<OrderServices> {
  const { database, news } = context
  const place = openPlacing(context)

  const own = (customerId: string, orderNumber: string) =>
    ownOrder(database, customerId, orderNumber)

  const summaries = async (where: SQL | undefined, order: SQL, size: number, skip: number) => {
    const rows = await database
      .select({ order: orderColumns, machineName: machines.name })
      .from(orders)
      .innerJoin(machines, eq(orders.machineId, machines.id))
      .where(where)
      .orderBy(order)
      .limit(size)
      .offset(skip)
    const [all] = await database.select({ count: count() }).from(orders).where(where)
    return new Paged(rows.map(summaryOf), all?.count ?? 0)
  }

  const moveOwn = async (customerId: string, orderNumber: string, event: OrderEvent) => {
    const moved = await moveOrder(context, await own(customerId, orderNumber), {
      event,
      actor: 'customer',
    })
    return await detailOf(context, moved)
  }

  return {
    placeOrder: async ({ request, caller, address }) => {
      const { order, machine, isNew } = await place({ caller, address }, request)
      if (isNew) return newOrderDetail(order, machine.name)
      return await detailOf(context, order, machine.name)
    },

    orderList: async ({ request, caller, page }) => {
      const mine = eq(orders.customerId, caller.customerId)
      const where =
        request.status === undefined ? mine : and(mine, eq(orders.status, request.status))
      const skip = (page.pageNum - 1) * page.pageSize
      return await summaries(where, desc(orders.placedAt), page.pageSize, skip)
    },

    orderTimeline: async ({ caller, window }) => {
      const column = window.orderBy === 'placedAt' ? orders.placedAt : orders.changedAt
      const older = window.direction === 'older'
      const from = window.beginTime === undefined ? undefined : new Date(window.beginTime)
      const bound = from && (older ? lt(column, from) : gt(column, from))
      const where = and(eq(orders.customerId, caller.customerId), bound)
      return await summaries(where, older ? desc(column) : asc(column), window.pageSize, 0)
    },

    orderDetail: async ({ request, caller }) =>
      await detailOf(context, await own(caller.customerId, request.order_number)),

    orderCounts: async ({ caller }) => {
      const rows = await database
        .select({ status: orders.status, count: count() })
        .from(orders)
        .where(eq(orders.customerId, caller.customerId))
        .groupBy(orders.status)
      return Object.values(orderStatus).map((status) => ({
        status,
        count: rows.find((row) => row.status === status)?.count ?? 0,
      }))
    },

    cancelOrder: ({ request, caller }) =>
      moveOwn(caller.customerId, request.order_number, 'cancelled-by-customer'),

    receiveOrder: ({ request, caller }) =>
      moveOwn(caller.customerId, request.order_number, 'received'),

    chooseOfflinePayment: async ({ request, caller }) => {
      const order = await own(caller.customerId, request.order_number)
      const isChosen = order.payOffline && order.status === orderStatus.UNPAY
      const move = { event: 'offline-payment-chosen', actor: 'customer' } as const
      return await detailOf(context, isChosen ? order : await moveOrder(context, order, move))
    },

    neighbours: async ({ request, caller }) =>
      await neighboursOf(context, await own(caller.customerId, request.order_number)),

    moveToNeighbour: async ({ request, caller }) => {
      const order = await own(caller.customerId, request.order_number)
      return await detailOf(context, await moveToNeighbour(context, order, request))
    },

    followOrder: async ({ request, caller, signal }) => {
      const watch = watchOrder(news, request.order_number, FOLLOW_MS, signal)
      try {
        for (;;) {
          const change = watch.next()
          const order = await own(caller.customerId, request.order_number)
          if (order.version !== request.version || watch.isOver()) {
            return await detailOf(context, order)
          }
          if (request.money !== undefined) {
            const detail = await detailOf(context, order)
            if (detail.money !== request.money) return detail
          }
          await change
        }
      } finally {
        watch.end()
      }
    },
  }
}
