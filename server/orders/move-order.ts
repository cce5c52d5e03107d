import { and, eq } from 'drizzle-orm'
import type { Actor, OrderEffect, OrderEvent } from '#core/commerce/orders/order-events.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import { isMoneyGone } from '#core/commerce/payments/payment-transitions.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { type OrderRow, orderColumns, orderEvents, orders, payments } from '../database/schema.ts'
import { commandPayments } from '../payments/move-payment.ts'
import {
  beginPrint,
  cancelPrint,
  claimPrint,
  endPrint,
  holdPrint,
  movePrint,
  type PrintMove,
  queuePrint,
  resumePrint,
} from '../printing/move-print-job.ts'
import {
  moveReservation,
  releaseReservation,
  reserveAgain,
  useReservation,
} from './reservations.ts'

/** An event of an order, and what is said with it. */
export interface Move {
  readonly event: OrderEvent
  readonly actor: Actor
  /** Who of the staff or which agent; kept in the order's history. */
  readonly by?: string
  /** A fault, a reason: kept in the order's history. */
  readonly note?: string
  /** Columns that the event itself writes. */
  readonly columns?: Partial<
    Pick<OrderRow, 'logisticsCompany' | 'courierNumber' | 'machineId' | 'payOffline'>
  >
  readonly print?: PrintMove
}

/** A move under way: the order before and after its step. */
export interface Moving {
  readonly before: OrderRow
  readonly order: OrderRow
  readonly move: Move
  readonly at: Date
}

type EffectWork = (tx: Queries, moving: Moving) => Promise<void>

const effectWork: Readonly<Record<OrderEffect, EffectWork>> = {
  'release-stock': (tx, { order }) => releaseReservation(tx, order),
  'use-stock': (tx, { order }) => useReservation(tx, order),
  'reserve-again': (tx, { order }) => reserveAgain(tx, order),
  'move-reservation': (tx, { before, order }) => moveReservation(tx, before, order),
  'queue-print': queuePrint,
  'claim-print': claimPrint,
  'lapse-claim': (tx, moving) => endPrint(tx, moving, 'lapse', 'lapsed'),
  'begin-print': beginPrint,
  'finish-print': (tx, moving) => endPrint(tx, moving, 'finish', 'printed'),
  'fail-print': (tx, moving) => endPrint(tx, moving, 'fail', 'failed'),
  'lose-print': (tx, moving) => endPrint(tx, moving, 'lose', 'lost'),
  'cancel-print': cancelPrint,
  'hold-print': holdPrint,
  'resume-print': (tx, moving) => resumePrint(tx, moving, 'resume'),
  'move-print': movePrint,
  reprint: (tx, moving) => resumePrint(tx, moving, 'reprint'),
  'capture-payment': (tx, { order, at }) => commandPayments(tx, order.id, 'capture', at),
  'return-payment': (tx, { order, at }) => commandPayments(tx, order.id, 'return', at),
}

/** What an event says besides where the order goes. */
const columnsOf = ({ event, columns = {} }: Move, at: Date): Partial<OrderRow> =>
  event === 'handed-to-courier'
    ? { ...columns, shippedAt: at }
    : event === 'offline-payment-chosen' || event === 'card-payment-chosen'
      ? { ...columns, payOffline: event === 'offline-payment-chosen' }
      : columns

/**
 * The one way an order changes: a step of the table, as compare-and-set on its version, with its
 * effects in the same transaction. The order's row is locked first, before its print job, payments,
 * stock and machine: so do all that change them.
 * @throws Refused `order-moved-on` where the event means nothing (any more) or is not this actor's
 */
export async function moveOrderIn(
  tx: Queries,
  before: OrderRow,
  move: Move,
  at: Date,
): Promise<OrderRow> {
  const step = stepOrder(before, move.event, move.actor)
  if (step.kind !== 'moved') throw new Refused('order-moved-on')
  const [order] = await tx
    .update(orders)
    .set({ ...step.to, ...columnsOf(move, at), version: before.version + 1, changedAt: at })
    .where(and(eq(orders.id, before.id), eq(orders.version, before.version)))
    .returning(orderColumns)
  if (order === undefined) throw new Refused('order-moved-on')
  const { event, actor, by, note } = move
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, version: order.version, event, actor, by, note, ...step.to, at })
  for (const effect of step.effects) await effectWork[effect](tx, { before, order, move, at })
  if (step.effects.length === 0) return order
  // Effects write what an order holds and its print number.
  const [after = order] = await tx.select(orderColumns).from(orders).where(eq(orders.id, order.id))
  if (event !== 'print-failed' || !(await lostItsMoney(tx, order.id))) return after
  // Its money went while it was printed: it is not tried again.
  return await moveOrderIn(tx, after, { event: 'payment-lapsed', actor: 'payment' }, at)
}

/** Whether nobody pays for an order any more that was never printed. */
async function lostItsMoney(tx: Queries, orderId: string): Promise<boolean> {
  const paid = await tx
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.orderId, orderId))
  if (!isMoneyGone(paid.map(({ state }) => state))) return false
  const printed = await tx
    .select({ version: orderEvents.version })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, 'printed')))
  return printed.length === 0
}

/** {@link moveOrderIn} in a transaction of its own. */
export const moveOrder = (
  context: Pick<Context, 'database' | 'now'>,
  order: OrderRow,
  move: Move,
): Promise<OrderRow> =>
  context.database.transaction((tx) => moveOrderIn(tx, order, move, context.now()))
