import { and, eq } from 'drizzle-orm'
import {
  type Actor,
  type OrderEffect,
  type OrderEvent,
  stepOrder,
} from '#core/commerce/orders/order-transitions.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { type OrderRow, orderColumns, orderEvents, orders } from '../database/schema.ts'
import { releaseReservation, useReservation } from './reservations.ts'

type EffectWork = (tx: Queries, order: OrderRow) => Promise<void>

/** An effect that nothing carries out yet: the whole transition fails rather than happen by half. */
const unbuilt =
  (effect: OrderEffect): EffectWork =>
  () => {
    throw new Error(`nothing carries out ${effect} yet`)
  }

const effectWork: Readonly<Record<OrderEffect, EffectWork>> = {
  'release-stock': releaseReservation,
  'use-stock': useReservation,
  'queue-print': unbuilt('queue-print'),
  'cancel-print': unbuilt('cancel-print'),
  'hold-print': unbuilt('hold-print'),
  'resume-print': unbuilt('resume-print'),
  'capture-payment': unbuilt('capture-payment'),
  'return-payment': unbuilt('return-payment'),
}

/** What an event says besides where the order goes. */
const columnsOf = (event: OrderEvent, at: Date): Partial<OrderRow> =>
  event === 'handed-to-courier'
    ? { shippedAt: at }
    : event === 'offline-payment-chosen'
      ? { payOffline: true }
      : {}

/**
 * The one way an order changes: a step of the table, as compare-and-set on its version, with its
 * effects in the same transaction.
 * @throws Refused `order-moved-on` where the event means nothing (any more) or is not this actor's
 */
export async function moveOrder(
  context: Pick<Context, 'database' | 'now'>,
  order: OrderRow,
  event: OrderEvent,
  actor: Actor,
): Promise<OrderRow> {
  const step = stepOrder(order, event, actor)
  if (step.kind !== 'moved') throw new Refused('order-moved-on')
  const changedAt = context.now()
  const moved = await context.database.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({
        ...step.to,
        ...columnsOf(event, changedAt),
        version: order.version + 1,
        changedAt,
      })
      .where(and(eq(orders.id, order.id), eq(orders.version, order.version)))
      .returning(orderColumns)
    if (row === undefined) throw new Refused('order-moved-on')
    await tx
      .insert(orderEvents)
      .values({ orderId: row.id, version: row.version, event, actor, ...step.to, at: changedAt })
    for (const effect of step.effects) await effectWork[effect](tx, row)
    return row
  })
  return moved
}
