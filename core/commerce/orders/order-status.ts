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

/** The finer state that the customer reads; every one is a stage label of the specification. */
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
  'closed',
  'out-of-stock-cancelled',
] as const
export type OrderStage = (typeof orderStages)[number]

/** Where an order stands. */
export interface OrderState {
  readonly status: OrderStatus
  readonly stage: OrderStage
}
