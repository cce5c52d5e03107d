import type { TFunction } from 'i18next'
import type { OrderStage, OrderStatus } from '#core/commerce/orders/order-status.ts'
import { orderStatus } from '#core/commerce/orders/order-status.ts'

/** The five steps of an order as its customer sees them. */
export const orderSteps = ['payment', 'queue', 'print', 'handover', 'done'] as const
export type OrderStep = (typeof orderSteps)[number]

const stepOfStage: Readonly<Record<OrderStage, OrderStep>> = {
  'waiting-for-payment': 'payment',
  'waiting-for-production': 'queue',
  queuing: 'queue',
  'device-fault': 'queue',
  'awaiting-stock-in': 'queue',
  resting: 'queue',
  'in-production': 'print',
  printing: 'print',
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

export const stepOf = (stage: OrderStage): OrderStep => stepOfStage[stage]

/** Whether an order ended before its product reached the customer. */
export const isCalledOff = (status: OrderStatus): boolean =>
  status === orderStatus.CLOSED || status === orderStatus.INVALID

/** Whether nothing more happens to an order. */
export const isOver = (status: OrderStatus): boolean =>
  status === orderStatus.FINISH || isCalledOff(status)

export const stageWords = (t: TFunction<'store'>, stage: OrderStage): string =>
  t(`order.stages.${stage}`)

/** How a stage is marked. */
export function toneOfStage(
  status: OrderStatus,
  stage: OrderStage,
): 'plain' | 'accent' | 'good' | 'warning' | 'danger' {
  if (isCalledOff(status)) return 'plain'
  if (stage === 'device-fault') return 'danger'
  if (['awaiting-stock-in', 'resting', 'waiting-for-payment'].includes(stage)) return 'warning'
  return status === orderStatus.FINISH ? 'good' : 'accent'
}
