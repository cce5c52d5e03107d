import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import styles from './OrderDetailPage.module.css'

/** Where the customer's money is now. */
export function Money({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  if (order.money === 'none') return null
  const byStaff = order.money === 'returning' && order.paidAtStation
  // Cash is not reserved: it lies in the station's till.
  const isReserved = order.money === 'held' || order.money === 'taking'
  const place = isReserved && order.paidAtStation ? 'taken' : order.money
  return (
    <p className={styles.money} data-money={order.money} aria-live="polite">
      {t(byStaff ? 'money.atStation' : `money.${place}`, { amount: money(order.total) })}
    </p>
  )
}
