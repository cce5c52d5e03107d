import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { orderList } from '#core/contract/services/orders.ts'
import { byPages } from '#src/order/order-walks.ts'
import { type StatusKey, statusKeys } from '#src/order/status-words.ts'
import { WaitingOrdersHere } from '#src/order/WaitingOrdersHere.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { usePages } from '#src/shell/calls/use-pages.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { BeforeDate } from './BeforeDate.tsx'
import { OrderCards } from './OrderCards.tsx'

/** Orders of one status or of all, a page at a time; or those before a date. */
export default function OrderListPage() {
  const { t } = useTranslation('store')
  const [parameters, setParameters] = useSearchParams()
  const status = statusKeys.find((key) => String(orderStatus[key]) === parameters.get('status'))
  const choose = (key: StatusKey | 'all') =>
    setParameters(key === 'all' ? {} : { status: String(orderStatus[key]) }, { replace: true })
  const pages = usePages(
    orderList,
    status === undefined ? {} : { status: orderStatus[status] },
    byPages,
  )
  return (
    <Page
      title={t('orderList.pageTitle')}
      width="narrow"
      back={addressOf('orders')}
      onRefresh={pages.reload}
    >
      <WaitingOrdersHere />
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
        <OrderCards pages={pages} />
      </BeforeDate>
    </Page>
  )
}
