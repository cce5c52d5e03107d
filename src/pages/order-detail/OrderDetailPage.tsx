import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { OrderFacts } from '#src/order/OrderFacts.tsx'
import { OrderPicture } from '#src/order/OrderPicture.tsx'
import { useProductWords } from '#src/order/product-words.ts'
import { QuoteTable } from '#src/order/QuoteTable.tsx'
import { StageLine } from '#src/order/StageLine.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { Courier } from './Courier.tsx'
import { Held } from './Held.tsx'
import { Money } from './Money.tsx'
import { OrderActions } from './OrderActions.tsx'
import styles from './OrderDetailPage.module.css'
import { Pickup } from './Pickup.tsx'
import { Place } from './Place.tsx'

/** One order: where it stands, live, and everything about it. */
export default function OrderDetailPage() {
  const { t } = useTranslation('store')
  const { state, reload } = useOrder()
  return (
    <Page title={t('orderDetail.pageTitle')} back={addressOf('orders')} onRefresh={reload}>
      <LoadedOrder state={state} reload={reload}>
        {(order) => <Detail order={order} />}
      </LoadedOrder>
    </Page>
  )
}

function Detail({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const words = useProductWords()(order.product)
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        <header className={styles.head}>
          <OrderPicture fileId={order.previewFile} kind={order.product.kind} />
          <div>
            <h2 className={styles.name}>{words.name}</h2>
            <p className={styles.detail}>{words.detail}</p>
            <p className={styles.detail}>{t('order.pieces', { count: order.quantity })}</p>
          </div>
        </header>
        <Pickup order={order} />
        <Place order={order} />
        <Held order={order} />
        <Courier order={order} />
        <Money order={order} />
        <section aria-live="polite">
          <StageLine order={order} />
        </section>
        {order.status === orderStatus.UNPAY && (
          <Link
            className={buttonClass({ variant: 'primary', size: 'large', stretch: true })}
            to={addressOf('selfHelpPayment', { order: order.order_number })}
          >
            {t('orderDetail.pay')}
          </Link>
        )}
        <OrderActions order={order} />
      </div>
      <div className={styles.column}>
        <OrderFacts order={order} />
        <QuoteTable quote={order.quote} quantity={order.quantity} />
        <Link
          className={styles.size}
          to={addressOf('goodsOrderSize', { order: order.order_number })}
        >
          {t('orderDetail.size')}
        </Link>
      </div>
    </div>
  )
}
