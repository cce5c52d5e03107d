import { useTranslation } from 'react-i18next'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { CheckCircleIcon, ClockIcon } from '#src/ui/icons.ts'
import { PayResult } from './PayResult.tsx'

/** After a payment: what the server says, not what the address claims. */
export default function PaySuccessPage() {
  const { t } = useTranslation('store')
  const paid = ({ status }: OrderDetail) =>
    status === orderStatus.UNDELIVER ||
    status === orderStatus.DELIVER ||
    status === orderStatus.FINISH
  return (
    <PayResult
      pageTitle={t('pay.pageTitle')}
      look={(order) =>
        paid(order)
          ? {
              tone: 'good',
              icon: <CheckCircleIcon />,
              title: t('payResult.success'),
              text: t('payResult.successText'),
            }
          : {
              tone: 'waiting',
              icon: <ClockIcon />,
              title: t('payResult.waiting'),
              text: t('payResult.waitingText'),
            }
      }
    />
  )
}
