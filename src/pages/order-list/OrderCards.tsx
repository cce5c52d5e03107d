import { useTranslation } from 'react-i18next'
import type { OrderSummary } from '#core/contract/entities/order.ts'
import { OrderCard } from '#src/order/OrderCard.tsx'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import type { Pages } from '#src/shell/calls/use-pages.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReceiptIcon } from '#src/ui/icons.ts'
import styles from './OrderListPage.module.css'

/** Orders as far as they were asked for, and the way to more of them. */
export function OrderCards({ pages }: { pages: Pages<OrderSummary> }) {
  const { t } = useTranslation('store')
  return (
    <Loaded state={pages.state} reload={pages.reload}>
      {(orders) => (
        <div className={styles.list}>
          {orders.length === 0 && (
            <EmptyState illustration={<ReceiptIcon size={40} />} title={t('orderList.none')} />
          )}
          {orders.map((order) => (
            <OrderCard key={order.order_number} order={order} />
          ))}
          {pages.more && (
            <Button stretch loading={pages.loadingMore} onClick={pages.more}>
              {t('orderList.more')}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  )
}
