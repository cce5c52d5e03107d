import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { PayBy } from '#src/order/PayBy.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CreditCardIcon } from '#src/ui/icons.ts'
import styles from './PayCardPage.module.css'
import { usePayByCard } from './use-pay-by-card.ts'

/** An order's card payment: what it is, and the way to the card provider's own page. */
export default function PayCardPage() {
  const { t } = useTranslation('store')
  const { state, reload } = useOrder()
  return (
    <Page title={t('payCard.pageTitle')} width="narrow" back={addressOf('orders')}>
      <LoadedOrder state={state} reload={reload}>
        {(order) => <CardPayment order={order} />}
      </LoadedOrder>
    </Page>
  )
}

function CardPayment({ order }: { order: OrderDetail }) {
  const settings = useSettings()
  if (order.status !== orderStatus.UNPAY) return <NothingToPay order={order} />
  if (settings === null) return null
  return settings.cards ? <ToProvider order={order} /> : <NoCards order={order} />
}

function ToProvider({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const { pay, fault, busy } = usePayByCard(order.order_number)
  return (
    <>
      <Card variant="ticket" className={styles.ticket}>
        <p className={styles.amount}>
          <bdi>{money(order.total)}</bdi>
        </p>
        <p className={styles.order}>
          {t('order.facts.number')} <bdi>{order.order_number}</bdi>
        </p>
        {order.payByMs !== null && <PayBy atMs={order.payByMs} />}
      </Card>
      {fault !== null && <CallFailed fault={fault} />}
      <Button
        variant="primary"
        size="large"
        stretch
        icon={<CreditCardIcon />}
        loading={busy}
        data-command="pay-by-card"
        onClick={() => void pay()}
      >
        {t('pay.card')}
      </Button>
      <p className={styles.note}>{t('payCard.text')}</p>
      <OtherWay order={order} />
    </>
  )
}

const OtherWay = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('store')
  return (
    <Link
      className={buttonClass({ variant: 'ghost', stretch: true })}
      to={addressOf('selfHelpPayment', { order: order.order_number })}
    >
      {t('payResult.again')}
    </Link>
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

function NothingToPay({ order }: { order: OrderDetail }) {
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
