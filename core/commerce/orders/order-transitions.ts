import type { Actor, OrderEffect, OrderEvent } from './order-events.ts'
import { type OrderStage, type OrderState, type OrderStatus, orderStatus } from './order-status.ts'

const { UNPAY, UNDELIVER, DELIVER, FINISH, CLOSED, INVALID } = orderStatus

/** How a print comes to its customer. */
export type Delivery = 'pickup' | 'courier'

interface Transition {
  readonly from: readonly OrderStage[]
  readonly event: OrderEvent
  readonly by: readonly Actor[]
  readonly to: OrderState
  readonly effects: readonly OrderEffect[]
  /** Of orders that are delivered so; of all where it is not named. */
  readonly delivery?: Delivery
}

const state = (status: OrderStatus, stage: OrderStage): OrderState => ({ status, stage })

const unpaid: readonly OrderStage[] = ['waiting-for-payment']
const beforePrinting: readonly OrderStage[] = ['waiting-for-production', 'queuing']
const held: readonly OrderStage[] = ['device-fault', 'awaiting-stock-in', 'resting']
const printed: readonly OrderStage[] = [
  'production-finished',
  'discharging',
  'print-complete-about-to-ship',
]

/**
 * The same step for both ways of delivery: what is collected queues while somebody waits for it, what
 * is sent waits for production.
 */
const toQueue = (transition: Omit<Transition, 'to' | 'delivery'>): readonly Transition[] => [
  { ...transition, to: state(UNDELIVER, 'queuing'), delivery: 'pickup' },
  { ...transition, to: state(UNDELIVER, 'waiting-for-production'), delivery: 'courier' },
]

const payment: readonly Transition[] = [
  ...toQueue({
    from: unpaid,
    event: 'payment-authorised',
    by: ['payment'],
    effects: ['queue-print'],
  }),
  ...toQueue({
    from: unpaid,
    event: 'offline-payment-confirmed',
    by: ['staff'],
    effects: ['queue-print'],
  }),
  {
    from: unpaid,
    event: 'offline-payment-chosen',
    by: ['customer'],
    to: state(UNPAY, 'waiting-for-payment'),
    effects: ['return-payment'],
  },
  {
    from: unpaid,
    event: 'card-payment-chosen',
    by: ['customer'],
    to: state(UNPAY, 'waiting-for-payment'),
    effects: [],
  },
  {
    from: unpaid,
    event: 'payment-timed-out',
    by: ['clock'],
    to: state(CLOSED, 'closed'),
    effects: ['release-stock', 'return-payment'],
  },
  {
    from: unpaid,
    event: 'cancelled-by-customer',
    by: ['customer'],
    to: state(CLOSED, 'closed'),
    effects: ['release-stock', 'return-payment'],
  },
  {
    from: unpaid,
    event: 'cancelled-by-staff',
    by: ['staff'],
    to: state(CLOSED, 'closed'),
    effects: ['release-stock', 'return-payment'],
  },
  {
    from: unpaid,
    event: 'item-or-station-gone',
    by: ['server', 'staff'],
    to: state(INVALID, 'out-of-stock-cancelled'),
    effects: ['release-stock', 'return-payment'],
  },
]

const printing: readonly Transition[] = [
  {
    from: beforePrinting,
    event: 'job-claimed',
    by: ['station'],
    to: state(UNDELIVER, 'in-production'),
    effects: ['claim-print'],
  },
  // Nothing was sent to the printer before printing began: another claim may follow.
  ...toQueue({
    from: ['in-production'],
    event: 'claim-lapsed',
    by: ['clock', 'station'],
    effects: ['lapse-claim'],
  }),
  {
    from: ['in-production'],
    event: 'printing-began',
    by: ['station'],
    to: state(UNDELIVER, 'printing'),
    effects: ['begin-print'],
  },
  {
    from: ['printing', 'print-unknown'],
    event: 'printed',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'production-finished'),
    effects: ['finish-print', 'use-stock', 'capture-payment'],
  },
  // Only where it is certain that nothing came out.
  {
    from: ['printing', 'print-unknown'],
    event: 'print-failed',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'device-fault'),
    effects: ['fail-print'],
  },
  // From here no clock leads on: a print whose end is unknown asks a human.
  {
    from: ['printing'],
    event: 'print-lost',
    by: ['clock', 'station'],
    to: state(UNDELIVER, 'print-unknown'),
    effects: ['lose-print'],
  },
  ...toQueue({
    from: printed,
    event: 'reprint-ordered',
    by: ['staff'],
    effects: ['reserve-again', 'reprint'],
  }),
  {
    from: ['print-unknown'],
    event: 'cancelled-by-staff',
    by: ['staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'use-stock', 'return-payment'],
  },
]

const faults: readonly Transition[] = [
  {
    from: [...beforePrinting, 'in-production'],
    event: 'fault-reported',
    by: ['station', 'server'],
    to: state(UNDELIVER, 'device-fault'),
    effects: ['hold-print'],
  },
  {
    from: beforePrinting,
    event: 'refill-needed',
    by: ['station', 'staff', 'server'],
    to: state(UNDELIVER, 'awaiting-stock-in'),
    effects: ['hold-print'],
  },
  {
    from: beforePrinting,
    event: 'station-rests',
    by: ['station', 'staff', 'server'],
    to: state(UNDELIVER, 'resting'),
    effects: ['hold-print'],
  },
  // What is held already follows its station from one trouble to another.
  {
    from: ['awaiting-stock-in', 'resting'],
    event: 'fault-reported',
    by: ['server'],
    to: state(UNDELIVER, 'device-fault'),
    effects: [],
  },
  {
    from: ['device-fault', 'resting'],
    event: 'refill-needed',
    by: ['server'],
    to: state(UNDELIVER, 'awaiting-stock-in'),
    effects: [],
  },
  {
    from: ['device-fault', 'awaiting-stock-in'],
    event: 'station-rests',
    by: ['server'],
    to: state(UNDELIVER, 'resting'),
    effects: [],
  },
  ...toQueue({
    from: held,
    event: 'station-ready',
    by: ['station', 'staff', 'server'],
    effects: ['resume-print'],
  }),
  ...toQueue({
    from: held,
    event: 'moved-to-neighbour',
    by: ['customer'],
    effects: ['move-reservation', 'move-print'],
  }),
  {
    from: held,
    event: 'fault-not-cured',
    by: ['clock', 'staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
  // What it was to be printed for is gone: a reservation on a card ran out, or was let go.
  {
    from: [...beforePrinting, 'in-production', ...held],
    event: 'payment-lapsed',
    by: ['payment'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
  {
    from: [...beforePrinting, ...held],
    event: 'cancelled-by-customer',
    by: ['customer'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
  {
    from: [...beforePrinting, ...held],
    event: 'cancelled-by-staff',
    by: ['staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['cancel-print', 'release-stock', 'return-payment'],
  },
]

const handover: readonly Transition[] = [
  {
    from: ['production-finished'],
    event: 'discharged',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'discharging'),
    effects: [],
    delivery: 'pickup',
  },
  {
    from: ['production-finished'],
    event: 'discharged',
    by: ['station', 'staff'],
    to: state(UNDELIVER, 'print-complete-about-to-ship'),
    effects: [],
    delivery: 'courier',
  },
  {
    from: ['production-finished', 'discharging'],
    event: 'collected',
    by: ['staff', 'station'],
    to: state(FINISH, 'pickup-complete'),
    effects: [],
    delivery: 'pickup',
  },
  {
    from: ['production-finished', 'print-complete-about-to-ship'],
    event: 'handed-to-courier',
    by: ['staff'],
    to: state(DELIVER, 'shipped'),
    effects: [],
    delivery: 'courier',
  },
  // A spoiled print: the customer gets their money back instead of another one.
  {
    from: printed,
    event: 'cancelled-by-staff',
    by: ['staff'],
    to: state(CLOSED, 'cancel-production'),
    effects: ['return-payment'],
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

/** The one table of an order's life; nothing else changes an order (decisions, "Orders"). */
export const orderTransitions: readonly Transition[] = [
  ...payment,
  ...printing,
  ...faults,
  ...handover,
]

/** How an order begins: stock and the machine's slot are reserved, the price is fixed. */
export const placedOrder: OrderState = state(UNPAY, 'waiting-for-payment')
