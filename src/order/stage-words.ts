import type { TFunction } from 'i18next'
import type { OrderStage, OrderStatus } from '#core/commerce/orders/order-status.ts'
import { isCalledOff, orderStatus } from '#core/commerce/orders/order-status.ts'

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
