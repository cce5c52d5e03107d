import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { orderList } from '#core/contract/services/orders.ts'
import { OrderCard } from '#src/order/OrderCard.tsx'
import { type StatusKey, statusKeys } from '#src/order/status-words.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReceiptIcon } from '#src/ui/icons.ts'
import { BeforeDate } from './BeforeDate.tsx'
import styles from './OrderListPage.module.css'

const PAGE_SIZE = 10

/** Orders of one status or of all, a page at a time; or those before a date. */
export default function OrderListPage() {
  const { t } = useTranslation('store')
  const [parameters, setParameters] = useSearchParams()
  const status = statusKeys.find((key) => String(orderStatus[key]) === parameters.get('status'))
  const choose = (key: StatusKey | 'all') =>
    setParameters(key === 'all' ? {} : { status: String(orderStatus[key]) }, { replace: true })
  const [generation, setGeneration] = useState(0)
  return (
    <Page
      title={t('orderList.pageTitle')}
      width="narrow"
      back={addressOf('orders')}
      onRefresh={() => setGeneration(generation + 1)}
    >
      <ChoiceCards
        label={t('orderList.status')}
        hideLabel
        look="pill"
        value={status ?? 'all'}
        onChange={choose}
        options={[
          { value: 'all' as const, label: t('orderList.all') },
          ...statusKeys.map((key) => ({ value: key, label: t(`order.statuses.${key}`) })),
        ]}
      />
      <BeforeDate>
        <Pages key={`${status} ${generation}`} status={status ?? null} />
      </BeforeDate>
    </Page>
  )
}

function Pages({ status }: { status: StatusKey | null }) {
  const { t } = useTranslation('store')
  const [pages, setPages] = useState(1)
  const request = status === null ? {} : { status: orderStatus[status] }
  const { state, reload } = useCall(orderList, request, {
    pageNum: 1,
    pageSize: PAGE_SIZE * pages,
  })
  return (
    <Loaded state={state} reload={reload}>
      {(orders) =>
        orders.length === 0 ? (
          <EmptyState illustration={<ReceiptIcon size={40} />} title={t('orderList.none')} />
        ) : (
          <div className={styles.list}>
            {orders.map((order) => (
              <OrderCard key={order.order_number} order={order} />
            ))}
            {state.kind === 'ready' && (state.count ?? 0) > orders.length && (
              <Button stretch onClick={() => setPages(pages + 1)}>
                {t('orderList.more')}
              </Button>
            )}
          </div>
        )
      }
    </Loaded>
  )
}
