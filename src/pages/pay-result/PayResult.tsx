import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { orderStatus, zoneOf } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { paymentState } from '#core/contract/services/payments.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { stageWords } from '#src/order/stage-words.ts'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { CheckCircleIcon, ClockIcon, WarningCircleIcon } from '#src/ui/icons.ts'
import styles from './PayResult.module.css'
import { type Claim, claimOf, type PayOutcome, payOutcome } from './pay-outcome.ts'

const ASK_EVERY_MS = 5_000

interface Look {
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

/** What became of a payment, by the order and not by what the address claims, and the way on. */
export function PayResult({ claim }: { claim: Claim }) {
  const { t } = useTranslation('store')
  const { state, reload } = useOrder()
  return (
    <Page title={t('pay.pageTitle')} width="narrow" back={addressOf('orders')}>
      <LoadedOrder state={state} reload={reload}>
        {(order) => <KnownResult order={order} claim={claim} />}
      </LoadedOrder>
    </Page>
  )
}

/**
 * While an order waits for its payment, the provider is asked what became of it: its word may come
 * long before its webhook, and other than the link back claims.
 */
function KnownResult({ order, claim }: { order: OrderDetail; claim: Claim }) {
  const waits = order.status === orderStatus.UNPAY
  const request = waits ? { order_number: order.order_number } : null
  const { state } = useCall(paymentState, request, { everyMs: ASK_EVERY_MS })
  const known = state.kind === 'ready' ? claimOf(state.value.state, claim) : claim
  return <Result order={order} outcome={payOutcome(order.status, known)} />
}

function Result({ order, outcome }: { order: OrderDetail; outcome: PayOutcome }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const look = useLook(outcome, order)
  return (
    <div className={styles.result} data-tone={look.tone}>
      <div className={styles.told} role="status">
        <span className={styles.icon} aria-hidden="true">
          {look.icon}
        </span>
        <h2>{look.title}</h2>
        <p className={styles.amount}>
          <bdi>{money(order.total)}</bdi>
        </p>
        <p className={styles.text}>{look.text}</p>
      </div>
      <WayOn order={order} outcome={outcome} />
      <Link
        className={buttonClass({})}
        to={addressOf('orderDetail', { order: order.order_number })}
      >
        {t('pay.toOrder')}
      </Link>
    </div>
  )
}

/** To the own ticket once it is paid, to another try where it was not. */
function WayOn({ order, outcome }: { order: OrderDetail; outcome: PayOutcome }) {
  const { t } = useTranslation('store')
  const cards = useSettings()?.cards ?? false
  const big = buttonClass({ variant: 'primary', size: 'large' })
  const query = { order: order.order_number }
  if (outcome === 'paid' && zoneOf(order.stage) !== null) {
    return (
      <Link className={big} to={addressOf('lineUp', query)}>
        {t('payResult.toQueue')}
      </Link>
    )
  }
  if (outcome !== 'failed' && outcome !== 'cancelled') return null
  return (
    <>
      {cards && (
        <Link className={big} to={addressOf('payCard', query)}>
          {t('pay.card')}
        </Link>
      )}
      <Link className={cards ? buttonClass({}) : big} to={addressOf('selfHelpPayment', query)}>
        {t('payResult.again')}
      </Link>
    </>
  )
}

function useLook(outcome: PayOutcome, order: OrderDetail): Look {
  const { t } = useTranslation('store')
  const good = { tone: 'good', icon: <CheckCircleIcon /> } as const
  const waiting = { tone: 'waiting', icon: <ClockIcon /> } as const
  const bad = { tone: 'bad', icon: <WarningCircleIcon /> } as const
  const looks: Readonly<Record<PayOutcome, Look>> = {
    paid: { ...good, title: t('payResult.success'), text: t('payResult.successText') },
    waiting: { ...waiting, title: t('payResult.waiting'), text: t('payResult.waitingText') },
    failed: { ...bad, title: t('payResult.failed'), text: t('payResult.failedText') },
    cancelled: { ...bad, title: t('payResult.cancelled'), text: t('payResult.cancelledText') },
    closed: { ...bad, title: stageWords(t, order.stage), text: t('pay.notOpen') },
  }
  return looks[outcome]
}
