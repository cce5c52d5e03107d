/** The specification's six statuses (point 4), as they are stored and sent. */
export const orderStatus = {
  UNPAY: 0,
  UNDELIVER: 1,
  DELIVER: 2,
  FINISH: 3,
  CLOSED: 4,
  INVALID: 5,
} as const
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

/** The finer state that the customer reads; all but one are stage labels of the specification. */
export const orderStages = [
  'waiting-for-payment',
  'waiting-for-production',
  'queuing',
  'in-production',
  'printing',
  'production-finished',
  'discharging',
  'print-complete-about-to-ship',
  'awaiting-stock-in',
  'shipped',
  'order-complete',
  'pickup-complete',
  'cancel-production',
  'device-fault',
  'resting',
  /** Ours: whether it was printed is not known; staff looks (decisions, "Orders"). */
  'print-unknown',
  'closed',
  'out-of-stock-cancelled',
] as const
export type OrderStage = (typeof orderStages)[number]

/** Where an order stands. */
export interface OrderState {
  readonly status: OrderStatus
  readonly stage: OrderStage
}

/** The five steps of an order as its customer sees them. */
export const orderSteps = ['payment', 'queue', 'print', 'handover', 'done'] as const
export type OrderStep = (typeof orderSteps)[number]

const steps: Readonly<Record<OrderStage, OrderStep>> = {
  'waiting-for-payment': 'payment',
  'waiting-for-production': 'queue',
  queuing: 'queue',
  'device-fault': 'queue',
  'awaiting-stock-in': 'queue',
  resting: 'queue',
  'in-production': 'print',
  printing: 'print',
  'print-unknown': 'print',
  'production-finished': 'handover',
  discharging: 'handover',
  'print-complete-about-to-ship': 'handover',
  shipped: 'handover',
  'order-complete': 'done',
  'pickup-complete': 'done',
  'cancel-production': 'done',
  closed: 'done',
  'out-of-stock-cancelled': 'done',
}

export const stepOf = (stage: OrderStage): OrderStep => steps[stage]

/** The specification's zones of the print queue. */
export const queueZones = ['payment', 'queue', 'print', 'pickup'] as const
export type QueueZone = (typeof queueZones)[number]

/** Which zone of its station's queue an order stands in; null where it stands there no more. */
export function zoneOf(stage: OrderStage): QueueZone | null {
  const step = stepOf(stage)
  if (step === 'done' || stage === 'shipped') return null
  return step === 'handover' ? 'pickup' : step
}

/** Whether nothing more happens to an order. */
export const isOver = (status: OrderStatus): boolean =>
  status === orderStatus.FINISH || isCalledOff(status)

/** Whether an order came to nothing. */
export const isCalledOff = (status: OrderStatus): boolean =>
  status === orderStatus.CLOSED || status === orderStatus.INVALID
