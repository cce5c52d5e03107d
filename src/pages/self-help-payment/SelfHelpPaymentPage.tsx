import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isCalledOff, orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { chooseOfflinePayment } from '#core/contract/services/orders.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { PayBy } from '#src/order/PayBy.tsx'
import { QuoteTable } from '#src/order/QuoteTable.tsx'
import { stageWords } from '#src/order/stage-words.ts'
import { showOrder, useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CheckCircleIcon, CreditCardIcon, HandCoinsIcon } from '#src/ui/icons.ts'
import styles from './SelfHelpPaymentPage.module.css'

/** What is to be paid for an order that was placed, the number it is called by, and how to pay. */
export default function SelfHelpPaymentPage() {
  const { t } = useTranslation('store')
  const { state, reload } = useOrder()
  return (
    <Page title={t('pay.pageTitle')} width="narrow" back={addressOf('orders')} onRefresh={reload}>
      <LoadedOrder state={state} reload={reload}>
        {(order) => <Payment order={order} />}
      </LoadedOrder>
    </Page>
  )
}

function Payment({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { money, number } = useFormats()
  const open = order.status === orderStatus.UNPAY
  return (
    <>
      <p className={styles.placed} role="status">
        {!isCalledOff(order.status) && <CheckCircleIcon aria-hidden="true" />}
        {open ? t('pay.placed') : stageWords(t, order.stage)}
      </p>
      <Card variant="ticket" className={styles.ticket}>
        <p className={styles.called}>
          {t('order.facts.print')}
          <strong className={styles.number}>{number(order.printNumber, 0)}</strong>
        </p>
        <p className={styles.amount}>
          <bdi>{money(order.total)}</bdi>
        </p>
        {order.payByMs !== null && <PayBy atMs={order.payByMs} />}
      </Card>
      {open ? <Ways order={order} /> : <p>{t('pay.notOpen')}</p>}
      <QuoteTable quote={order.quote} quantity={order.quantity} />
      <p className={styles.order}>
        {t('order.facts.number')} <bdi>{order.order_number}</bdi>
      </p>
      <Link
        className={buttonClass({ variant: 'ghost', stretch: true })}
        to={addressOf('orderDetail', { order: order.order_number })}
      >
        {t('pay.toOrder')}
      </Link>
    </>
  )
}

/** The way that was chosen with the order; another one only where there is one. */
function Ways({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const cards = useSettings()?.cards ?? false
  return (
    <div className={styles.ways}>
      {order.payOffline && (
        <p className={styles.offline}>
          <HandCoinsIcon aria-hidden="true" />
          {t('pay.offlineText', { number: order.printNumber })}
        </p>
      )}
      {cards && (
        <Link
          className={buttonClass({
            variant: order.payOffline ? 'quiet' : 'primary',
            size: 'large',
            stretch: true,
          })}
          to={addressOf('payCard', { order: order.order_number })}
        >
          <CreditCardIcon aria-hidden="true" />
          {t('pay.card')}
        </Link>
      )}
      {!order.payOffline && <PayAtStation order={order} primary={!cards} />}
    </div>
  )
}

function PayAtStation({ order, primary }: { order: OrderDetail; primary: boolean }) {
  const { t } = useTranslation('store')
  const tell = useFaultToast()
  const [busy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    const answer = await write(chooseOfflinePayment, { order_number: order.order_number })
    setBusy(false)
    if (answer.ok) showOrder(answer.value)
    else tell(answer.fault)
  }
  return (
    <Button
      size="large"
      stretch
      icon={<HandCoinsIcon />}
      loading={busy}
      {...(primary && { variant: 'primary' })}
      onClick={() => void choose()}
    >
      {t('pay.offline')}
    </Button>
  )
}
