import { and, asc, count, desc, eq, gt, lt, type SQL } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { type Handlers, Paged } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orderColumns, orders } from '../database/schema.ts'
import { summaryOf } from './read-orders.ts'

interface Part {
  readonly where: SQL | undefined
  readonly order: SQL
  readonly size: number
  readonly skip: number
}

async function summaries(queries: Queries, { where, order, size, skip }: Part) {
  const rows = await queries
    .select({ order: orderColumns, machineName: machines.name })
    .from(orders)
    .innerJoin(machines, eq(orders.machineId, machines.id))
    .where(where)
    .orderBy(order)
    .limit(size)
    .offset(skip)
  const [all] = await queries.select({ count: count() }).from(orders).where(where)
  return new Paged(rows.map(summaryOf), all?.count ?? 0)
}

/** The orders of the customer who calls, by pages, along time, and counted. */
export function orderListHandlers({
  database,
}: Context): Handlers<'orderList' | 'orderTimeline' | 'orderCounts'> {
  return {
    orderList: async ({ request, caller, page: { pageNum, pageSize } }) => {
      const mine = eq(orders.customerId, caller.customerId)
      const where =
        request.status === undefined ? mine : and(mine, eq(orders.status, request.status))
      const skip = (pageNum - 1) * pageSize
      return await summaries(database, {
        where,
        order: desc(orders.placedAt),
        size: pageSize,
        skip,
      })
    },

    orderTimeline: async ({ caller, window }) => {
      const column = window.orderBy === 'placedAt' ? orders.placedAt : orders.changedAt
      const isOlder = window.direction === 'older'
      const from = window.beginTime === undefined ? undefined : new Date(window.beginTime)
      const bound = from && (isOlder ? lt(column, from) : gt(column, from))
      return await summaries(database, {
        where: and(eq(orders.customerId, caller.customerId), bound),
        order: isOlder ? desc(column) : asc(column),
        size: window.pageSize,
        skip: 0,
      })
    },

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
  }
}
