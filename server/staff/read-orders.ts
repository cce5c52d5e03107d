import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import {
  type OrderAct,
  type OrderPile,
  orderPiles,
  type StaffOrder,
  type StaffOrderDetail,
} from '#core/contract/entities/staff.ts'
import type { Handlers, StaffCaller } from '../calls/handler.ts'
import { Paged } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  machines,
  type OrderRow,
  orderColumns,
  orderEvents,
  orders,
  type PaymentRow,
  payments,
  printAttempts,
  printJobs,
} from '../database/schema.ts'
import { listedOrder, type NamedOrder } from '../orders/read-orders.ts'
import { machinesOf } from './scope.ts'

const stage = (...stages: readonly OrderRow['stage'][]): SQL =>
  sql`${orders.stage} in (${sql.join(
    stages.map((each) => sql`${each}`),
    sql`, `,
  )})`

/** Money that only staff can end: a provider refuses, or cash is to be handed back. */
const moneyWaits: SQL = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
  and (${payments.state} = 'stuck' or (${payments.state} = 'return-due' and ${payments.provider} = 'offline')))`

const piles: Readonly<Record<OrderPile, SQL>> = {
  offline: sql`(${orders.status} = ${orderStatus.UNPAY} and ${orders.payOffline})`,
  unknown: stage('print-unknown'),
  handover: stage('production-finished', 'discharging', 'print-complete-about-to-ship'),
  money: moneyWaits,
  waiting: stage(
    'waiting-for-production',
    'queuing',
    'in-production',
    'printing',
    'device-fault',
    'awaiting-stock-in',
    'resting',
  ),
  all: sql`true`,
}

const PRINT_NUMBER = /^\d{1,9}$/

/** What is searched for lies on any pile. */
function asked({ pile, query }: { readonly pile: OrderPile; readonly query: string }): SQL {
  if (query === '') return piles[pile]
  const byNumber = eq(orders.orderNumber, query.toUpperCase())
  if (!PRINT_NUMBER.test(query)) return byNumber
  return or(byNumber, eq(orders.printNumber, Number(query))) ?? byNumber
}

const summaryOf = (named: NamedOrder): StaffOrder => ({
  ...listedOrder(named),
  printNumber: named.order.printNumber,
  payOffline: named.order.payOffline,
})

const ofCaller = (caller: StaffCaller): SQL => sql`${orders.machineId} in ${machinesOf(caller)}`

/** @throws Refused `order-unknown` for an order of another's machine as for none */
export async function ownOrder(
  queries: Queries,
  caller: StaffCaller,
  orderNumber: string,
): Promise<NamedOrder> {
  const [row] = await queries
    .select({ order: orderColumns, machineName: machines.name })
    .from(orders)
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .where(and(eq(orders.orderNumber, orderNumber), ofCaller(caller)))
  if (row === undefined) throw new Refused('order-unknown')
  return row
}

/** What staff can do with an order now, as the tables of orders and payments have it. */
function actsOf(order: OrderRow, paid: readonly Pick<PaymentRow, 'provider' | 'state'>[]) {
  const may = (event: Parameters<typeof stepOrder>[1]) =>
    stepOrder(order, event, 'staff').kind === 'moved'
  const isUnknown = order.stage === 'print-unknown'
  const can: Readonly<Record<OrderAct, boolean>> = {
    'confirm-offline': may('offline-payment-confirmed'),
    'hand-back': paid.some(
      ({ provider, state }) => provider === 'offline' && state === 'return-due',
    ),
    printed: isUnknown && may('printed'),
    'not-printed': isUnknown && may('print-failed'),
    refund: isUnknown && may('cancelled-by-staff'),
    reprint: may('reprint-ordered'),
    cancel: !isUnknown && may('cancelled-by-staff'),
    ship: may('handed-to-courier'),
  }
  const acts = Object.keys(can).filter((act): act is OrderAct => act in can)
  return acts.filter((act) => can[act])
}

/** All that staff may know of an order of theirs. */
export async function staffDetailOf(
  queries: Queries,
  caller: StaffCaller,
  orderNumber: string,
): Promise<StaffOrderDetail> {
  const named = await ownOrder(queries, caller, orderNumber)
  const { order } = named
  const paid = await queries
    .select()
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(asc(payments.startedAt))
  return {
    ...summaryOf(named),
    acts: actsOf(order, paid),
    remarks: order.remarks,
    address: order.address,
    logisticsCompany: order.logisticsCompany,
    courierNumber: order.courierNumber,
    payments: paid.map(({ provider, state, minor, currency, trouble }) => ({
      provider,
      state,
      amount: { minor, currency },
      trouble,
    })),
    attempts: await attemptsOf(queries, order.id),
    history: await historyOf(queries, order.id),
  }
}

async function attemptsOf(queries: Queries, orderId: string) {
  const rows = await queries
    .select({ attempt: printAttempts })
    .from(printAttempts)
    .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
    .where(eq(printJobs.orderId, orderId))
    .orderBy(asc(printAttempts.token))
  return rows.map(({ attempt }) => ({
    token: attempt.token,
    claimedAtMs: attempt.claimedAt.getTime(),
    beganAtMs: attempt.beganAt?.getTime() ?? null,
    endedAtMs: attempt.endedAt?.getTime() ?? null,
    outcome: attempt.outcome,
    note: attempt.note,
  }))
}

async function historyOf(queries: Queries, orderId: string) {
  const rows = await queries
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.version))
  return rows.map(({ event, stage: at, by, note, at: moment }) => ({
    event,
    stage: at,
    by,
    note,
    atMs: moment.getTime(),
  }))
}

/** Orders of one's machines, by what is to be done with them. */
export function staffOrderHandlers({ database }: Context): Handlers<'staffOrders' | 'staffOrder'> {
  return {
    staffOrders: async ({ request, caller, page }) => {
      const where = and(ofCaller(caller), asked(request))
      const rows = await database
        .select({ order: orderColumns, machineName: machines.name })
        .from(orders)
        .innerJoin(machines, eq(machines.id, orders.machineId))
        .where(where)
        // What waits longest comes first; what is over, the latest.
        .orderBy(request.pile === 'all' ? desc(orders.placedAt) : asc(orders.changedAt))
        .limit(page.pageSize)
        .offset((page.pageNum - 1) * page.pageSize)
      const counts = await countPiles(database, caller)
      const [found] = await database
        .select({ count: sql<number>`count(*)::int` })
        .from(orders)
        .where(where)
      return new Paged({ orders: rows.map(summaryOf), piles: counts }, found?.count ?? 0)
    },

    staffOrder: ({ request, caller }) => staffDetailOf(database, caller, request.order_number),
  }
}

async function countPiles(queries: Queries, caller: StaffCaller) {
  const countOf = (pile: OrderPile) => sql<number>`(count(*) filter (where ${piles[pile]}))::int`
  const [row] = await queries
    .select({
      offline: countOf('offline'),
      unknown: countOf('unknown'),
      handover: countOf('handover'),
      money: countOf('money'),
      waiting: countOf('waiting'),
      all: countOf('all'),
    })
    .from(orders)
    .where(ofCaller(caller))
  return orderPiles.map((pile) => ({ pile, count: row?.[pile] ?? 0 }))
}
