import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import styles from './PayResult.module.css'

interface Look {
  readonly tone: 'good' | 'waiting' | 'bad'
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

interface PayResultProps {
  readonly pageTitle: string
  readonly look: (order: OrderDetail) => Look
}

/** What became of a payment, and where to go from here. */
export function PayResult({ pageTitle, look }: PayResultProps) {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const { state, reload } = useOrder()
  return (
    <Page title={pageTitle} width="narrow" back={addressOf('orders')}>
      {parameters.get('order') === null ? (
        <p>{t('payResult.noOrder')}</p>
      ) : (
        <Loaded state={state} reload={reload}>
          {(order) => <Result order={order} look={look(order)} />}
        </Loaded>
      )}
    </Page>
  )
}

function Result({ order, look }: { order: OrderDetail; look: Look }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  return (
    <div className={styles.result} data-tone={look.tone} role="status">
      <span className={styles.icon} aria-hidden="true">
        {look.icon}
      </span>
      <h2>{look.title}</h2>
      <p className={styles.amount}>{money(order.total)}</p>
      <p className={styles.text}>{look.text}</p>
      {order.status === orderStatus.UNPAY && look.tone === 'bad' && (
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
