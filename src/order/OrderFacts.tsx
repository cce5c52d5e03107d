import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { AddressText } from './AddressText.tsx'
import { addressLines } from './address-lines.ts'
import styles from './OrderFacts.module.css'
import { useProductWords } from './product-words.ts'

/** The fields of an order that the specification names; what is not there yet is left out. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { date, money } = useFormats()
  const words = useProductWords()(order.product)
  const address = order.address && (
    <AddressText lines={[order.address.recipient, ...addressLines(order.address)]} />
  )
  const facts = [
    ['number', order.order_number],
    ['size', words.size],
    ['amount', money(order.total)],
    ['time', date(order.placedAtMs)],
    ['promotion', order.promotionNumber],
    ['remarks', order.remarks],
    ['logistics', order.logisticsCompany],
    ['courier', order.courierNumber],
    ['shipped', order.shippedAtMs === null ? null : date(order.shippedAtMs)],
    ['address', address],
    ['device', `${order.machineName} (${order.machine_id})`],
    ['print', String(order.printNumber)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className={styles.fact}>
            <dt>{t(`order.facts.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
