import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { PayBy } from '#src/order/PayBy.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CreditCardIcon } from '#src/ui/icons.ts'

/** Where the card provider's own page will stand: until then says so, with the way to pay there is. */
export default function PayCardPage() {
  const { t } = useTranslation('store')
  const { state, reload } = useOrder()
  return (
    <Page title={t('payCard.pageTitle')} width="narrow" back={addressOf('orders')}>
      <LoadedOrder state={state} reload={reload}>
        {(order) =>
          order.status === orderStatus.UNPAY ? <NoCards order={order} /> : <Paid order={order} />
        }
      </LoadedOrder>
    </Page>
  )
}

function NoCards({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  return (
    <>
      {order.payByMs !== null && <PayBy atMs={order.payByMs} />}
      <EmptyState
        illustration={<CreditCardIcon size={40} />}
        title={t('payCard.none')}
        text={t('payCard.noneText')}
        action={
          <Link
            className={buttonClass({ variant: 'primary' })}
            to={addressOf('selfHelpPayment', { order: order.order_number })}
          >
            {t('pay.offline')}
          </Link>
        }
      />
    </>
  )
}

function Paid({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  return (
    <EmptyState
      illustration={<CreditCardIcon size={40} />}
      title={t('pay.notOpen')}
      action={
        <Link
          className={buttonClass({ variant: 'primary' })}
          to={addressOf('orderDetail', { order: order.order_number })}
        >
          {t('pay.toOrder')}
        </Link>
      }
    />
  )
}
