import { useTranslation } from 'react-i18next'
import type { OrderStage } from '#core/commerce/orders/order-status.ts'

/** Names stages as they concern staff: it is them who look whether a print came out. */
export function useStageWords(): (stage: OrderStage) => string {
  const { t } = useTranslation(['staff', 'store'])
  return (stage) =>
    stage === 'print-unknown' ? t('unknownPrint') : t(`store:order.stages.${stage}`)
}
