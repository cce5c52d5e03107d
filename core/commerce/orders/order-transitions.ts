import { type OrderStage, type OrderState, type OrderStatus, orderStatus } from './order-status.ts'

const { UNPAY, UNDELIVER, DELIVER, FINISH, CLOSED, INVALID } = orderStatus

/** Everything that can happen to an order that was placed. */
export const orderEvents = [
  'payment-authorised',
  'offline-payment-confirmed',
  'offline-payment-chosen',
  'payment-timed-out',
  'cancelled-by-customer',
  'item-or-station-gone',
  'job-claimed',
  'printing-began',
  'printed',
  'discharged',
  'fault-reported',
  'refill-needed',
  'station-rests',
  'station-ready',
  'fault-not-cured',
  'collected',
  'handed-to-courier',
  'received',
  'receipt-assumed',
] as const
export type OrderEvent = (typeof orderEvents)[number]

export type Actor = 'customer' | 'staff' | 'station' | 'payment' | 'clock' | 'server'

/** What a transition does besides: carried out in its transaction, each exactly once. */
export type OrderEffect =
  | 'release-stock'
  | 'use-stock'
  | 'queue-print'
  | 'cancel-print'
  | 'hold-print'
  | 'resume-print'
  | 'capture-payment'
  | 'return-payment'

interface Transition {
  readonly from: readonly OrderStage[]
  readonly event: OrderEvent
  readonly by: readonly Actor[]
  readonly to: OrderState
  readonly effects: readonly OrderEffect[]
}

const state = (status: OrderStatus, stage: OrderStage): OrderState => ({ status, stage })

const unpaid: readonly OrderStage[] = ['waiting-for-payment']
const beforePrinting: readonly OrderStage[] = ['waiting-for-production', 'queuing']
const atTheStation: readonly OrderStage[] = ['in-production', 'printing']
const held: readonly OrderStage[] = ['device-fault', 'awaiting-stock-in', 'resting']
const printed: readonly OrderStage[] = [
  'production-finished',
  'discharging',
  'print-complete-about-to-ship',
]

/** The one table of an order's life; nothing else changes an order (decisions, "Orders"). */
export const orderTransitions: readonly Transition[] = [
  {
    from: unpaid,
    event: 'payment-authorised',
    by: ['payment'],
    to: state(UNDELIVER, 'queuing'),
    effects: ['queue-print'],
  },
  {
    from: unpaid,
    event: 'offline-payment-confirmed',
    by: ['staff'],
    to: state(UNDELIVER, 'queuing'),
    effects: ['queue-print'],
  },
  {
    from: unpaid,
    event: 'offline-payment-chosen',
    by: ['customer'],
    to: state(UNPAY, 'waiting-for-payment'),
    effects: [],
  },
  {
    from: unpaid,
    event: 'payment-timed-out',
    by: ['clock'],
    to: state(CLOSED, 'closed'),
    effects: ['release-stock'],
  },
  {
    from: unpaid,
    event: 'cancelled-by-customer',
    by: ['customer', 'staff'],
    to: state(CLOSED, 'closed'),
    effects: ['release-stock'],
  },
  {
    from: unpaid,
    event: 'item-or-station-gone',
    by: ['server', 'staff'],
    to: state(INVALID, 'out-of-stock-cancelled'),
    effects: ['release-stock'],
  },
  {
    from: beforePrinting,
    event: 'job-claimed',
    by: ['station'],
    to: state(UNDELIVER, 'in-production'),
    effects: [],
  },
  {
    from: ['in-production'],
    event: 'printing-began',
    by: ['station'],
    to: state(UNDELIVER, 'printing'),
    effects: [],
  },
  {
    from: atTheStation,
    event: 'printed',
    by: ['station'],
    to: state(UNDELIVER, 'production-finished'),
    effects: ['use-stock', 'capture-payment'],
  },
  {
    from: ['production-finished'],
    event: 'discharged',
    by: ['station'],
    to: state(UNDELIVER, 'discharging'),
    effects: [],
  },
  {
    from: [...beforePrinting, ...atTheStation],
    event: 'fault-reported',
    by: ['station', 'server'],
    to: state(UNDELIVER, 'device-fault'),
    effects: ['hold-print'],
  },
  {
    from: beforePrinting,
    event: 'refill-needed',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'awaiting-stock-in'),
    effects: ['hold-print'],
  },
  {
    from: beforePrinting,
    event: 'station-rests',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'resting'),
    effects: ['hold-print'],
  },
  {
    from: held,
    event: 'station-ready',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'queuing'),
    effects: ['resume-print'],
  },
  {
    from: held,
    event: 'fault-not-cured',
    by: ['clock', 'staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
  {
    from: [...beforePrinting, ...held],
    event: 'cancelled-by-customer',
    by: ['customer', 'staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
  {
    from: printed,
    event: 'collected',
    by: ['customer', 'staff', 'station'],
    to: state(FINISH, 'pickup-complete'),
    effects: [],
  },
  {
    from: printed,
    event: 'handed-to-courier',
    by: ['staff'],
    to: state(DELIVER, 'shipped'),
    effects: [],
  },
  {
    from: ['shipped'],
    event: 'received',
    by: ['customer'],
    to: state(FINISH, 'order-complete'),
    effects: [],
  },
  {
    from: ['shipped'],
    event: 'receipt-assumed',
    by: ['clock'],
    to: state(FINISH, 'order-complete'),
    effects: [],
  },
]

/** How an order begins: stock and the machine's slot are reserved, the price is fixed. */
export const placedOrder: OrderState = state(UNPAY, 'waiting-for-payment')

/** What became of an event. */
export type Step =
  | { readonly kind: 'moved'; readonly to: OrderState; readonly effects: readonly OrderEffect[] }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'forbidden' }

/** Where an order goes by an event of an actor; an event that means nothing here changes nothing. */
export function stepOrder(order: OrderState, event: OrderEvent, actor: Actor): Step {
  const found = orderTransitions.find(
    (each) => each.event === event && each.from.includes(order.stage),
  )
  if (found === undefined) return { kind: 'impossible' }
  if (!found.by.includes(actor)) return { kind: 'forbidden' }
  return { kind: 'moved', to: found.to, effects: found.effects }
}
