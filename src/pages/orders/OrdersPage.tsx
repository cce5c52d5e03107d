import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderCounts, orderList } from '#core/contract/services/orders.ts'
import { OrderCard } from '#src/order/OrderCard.tsx'
import { byPages } from '#src/order/order-walks.ts'
import { statusKey } from '#src/order/status-words.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { usePages } from '#src/shell/calls/use-pages.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { MapPinIcon, ReceiptIcon } from '#src/ui/icons.ts'
import { Account } from './Account.tsx'
import styles from './OrdersPage.module.css'

const latestThree = { ...byPages, first: { pageNum: 1, pageSize: 3 } }

/** The customer's own place: account, orders by status, the latest ones, addresses. */
export default function OrdersPage() {
  const { t } = useTranslation('store')
  const counts = useCall(orderCounts, {})
  const latest = usePages(orderList, {}, latestThree)
  const refresh = () => {
    counts.reload()
    latest.reload()
  }
  return (
    <Page title={t('orders.pageTitle')} width="narrow" onRefresh={refresh}>
      <Account />
      <Loaded state={counts.state} reload={counts.reload} lines={1}>
        {(rows) => (
          <ul className={styles.counts}>
            {rows.map(({ status, count }) => (
              <li key={status}>
                <Link
                  className={styles.count}
                  to={addressOf('orderList', { status: String(status) })}
                >
                  <strong>{count}</strong>
                  {t(`order.statuses.${statusKey(status)}`)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <section className={styles.latest} aria-labelledby="latest">
        <h2 className={styles.title} id="latest">
          {t('orders.latest')}
        </h2>
        <Loaded state={latest.state} reload={latest.reload}>
          {(orders) =>
            orders.length === 0 ? (
              <EmptyState
                illustration={<ReceiptIcon size={40} />}
                title={t('orders.none')}
                text={t('orders.noneText')}
              />
            ) : (
              <>
                {orders.map((order) => (
                  <OrderCard key={order.order_number} order={order} />
                ))}
                <Link className={buttonClass({ stretch: true })} to={addressOf('orderList')}>
                  {t('orders.all')}
                </Link>
              </>
            )
          }
        </Loaded>
      </section>
      <Link className={buttonClass({ stretch: true })} to={addressOf('address')}>
        <MapPinIcon aria-hidden="true" />
        {t('orders.addresses')}
      </Link>
    </Page>
  )
}
