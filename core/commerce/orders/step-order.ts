import type { Actor, OrderEffect, OrderEvent } from './order-events.ts'
import type { OrderStage, OrderState } from './order-status.ts'
import { type Delivery, orderTransitions } from './order-transitions.ts'

/** Where an order stands, and whether it is collected at the station or sent. */
export interface StandingOrder {
  readonly stage: OrderStage
  readonly pickup: boolean
}

/** What became of an event. */
export type Step =
  | { readonly kind: 'moved'; readonly to: OrderState; readonly effects: readonly OrderEffect[] }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'forbidden' }

/** Where an order goes by an event of an actor; an event that means nothing here changes nothing. */
export function stepOrder(order: StandingOrder, event: OrderEvent, actor: Actor): Step {
  const own: Delivery = order.pickup ? 'pickup' : 'courier'
  const found = orderTransitions.find(
    ({ from, event: named, delivery = own }) =>
      named === event && from.includes(order.stage) && delivery === own,
  )
  if (found === undefined) return { kind: 'impossible' }
  if (!found.by.includes(actor)) return { kind: 'forbidden' }
  return { kind: 'moved', to: found.to, effects: found.effects }
}
