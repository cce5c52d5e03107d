import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { LoadedOrder } from '#src/order/LoadedOrder.tsx'
import { stageWords } from '#src/order/stage-words.ts'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { CheckCircleIcon, ClockIcon, WarningCircleIcon } from '#src/ui/icons.ts'
import styles from './PayResult.module.css'
import { type Claim, type PayOutcome, payOutcome } from './pay-outcome.ts'

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
        {(order) => <Result order={order} outcome={payOutcome(order.status, claim)} />}
      </LoadedOrder>
    </Page>
  )
}

function Result({ order, outcome }: { order: OrderDetail; outcome: PayOutcome }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const look = useLook(outcome, order)
  return (
    <div className={styles.result} data-tone={look.tone} role="status">
      <span className={styles.icon} aria-hidden="true">
        {look.icon}
      </span>
      <h2>{look.title}</h2>
      <p className={styles.amount}>{money(order.total)}</p>
      <p className={styles.text}>{look.text}</p>
      {look.tone === 'bad' && outcome !== 'closed' && (
        <Link
          className={buttonClass({ variant: 'primary', size: 'large' })}
          to={addressOf('selfHelpPayment', { order: order.order_number })}
        >
          {t('payResult.again')}
        </Link>
      )}
      <Link
        className={buttonClass({})}
        to={addressOf('orderDetail', { order: order.order_number })}
      >
        {t('pay.toOrder')}
      </Link>
    </div>
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
