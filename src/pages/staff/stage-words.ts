import type { TFunction } from 'i18next'
import type { OrderStage } from '#core/commerce/orders/order-status.ts'

/** A stage as it concerns staff: it is them who look whether a print came out. */
export const staffStageWords = (t: TFunction<readonly ['staff', 'store']>, stage: OrderStage) =>
  stage === 'print-unknown' ? t('unknownPrint') : t(`store:order.stages.${stage}`)
