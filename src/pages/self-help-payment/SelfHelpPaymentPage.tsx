import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { chooseOfflinePayment } from '#core/contract/services/orders.ts'
import { call } from '#src/api/calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { PayBy } from '#src/order/PayBy.tsx'
import { QuoteTable } from '#src/order/QuoteTable.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CheckCircleIcon, CreditCardIcon, HandCoinsIcon } from '#src/ui/icons.ts'
import styles from './SelfHelpPaymentPage.module.css'

/** What is to be paid for an order that was placed, and the ways to pay it. */
export default function SelfHelpPaymentPage() {
  const { t } = useTranslation('store')
  const { state, reload, show } = useOrder()
  return (
    <Page title={t('pay.pageTitle')} width="narrow" back={addressOf('orders')}>
      <Loaded state={state} reload={reload}>
        {(order) => <Payment order={order} onChange={show} />}
      </Loaded>
    </Page>
  )
}

interface PaymentProps {
  readonly order: OrderDetail
  readonly onChange: (order: OrderDetail) => void
}

function Payment({ order, onChange }: PaymentProps) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const open = order.status === orderStatus.UNPAY
  return (
    <>
      <p className={styles.placed} role="status">
        <CheckCircleIcon aria-hidden="true" />
        {t('pay.placed')}
      </p>
      <Card variant="ticket" className={styles.ticket}>
        <p className={styles.amount}>{money(order.total)}</p>
        <p className={styles.number}>
          {t('order.facts.number')} <bdi>{order.order_number}</bdi>
        </p>
        {order.payByMs !== null && <PayBy atMs={order.payByMs} />}
      </Card>
      <QuoteTable quote={order.quote} quantity={order.quantity} />
      {open ? <Ways order={order} onChange={onChange} /> : <p>{t('pay.notOpen')}</p>}
      <Link
        className={buttonClass({ variant: 'ghost', stretch: true })}
        to={addressOf('orderDetail', { order: order.order_number })}
      >
        {t('pay.toOrder')}
      </Link>
    </>
  )
}

function Ways({ order, onChange }: PaymentProps) {
  const { t } = useTranslation('store')
  const tell = useFaultToast()
  const [busy, setBusy] = useState(false)
  const atStation = async () => {
    setBusy(true)
    const answer = await call(chooseOfflinePayment, { order_number: order.order_number })
    setBusy(false)
    if (answer.ok) onChange(answer.value.value)
    else tell(answer.fault)
  }
  return (
    <div className={styles.ways}>
      {order.payOffline && (
        <p className={styles.offline}>
          <HandCoinsIcon aria-hidden="true" />
          {t('pay.offlineText', { number: order.printNumber })}
        </p>
      )}
      <Link
        className={buttonClass({ variant: 'primary', size: 'large', stretch: true })}
        to={addressOf('payCard', { order: order.order_number })}
      >
        <CreditCardIcon aria-hidden="true" />
        {t('pay.card')}
      </Link>
      {!order.payOffline && (
        <Button
          size="large"
          stretch
          icon={<HandCoinsIcon />}
          loading={busy}
          onClick={() => void atStation()}
        >
          {t('pay.offline')}
        </Button>
      )}
    </div>
  )
}
