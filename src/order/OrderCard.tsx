import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OrderSummary } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Badge } from '#src/ui/Badge.tsx'
import styles from './OrderCard.module.css'
import { OrderPicture } from './OrderPicture.tsx'
import { useProductWords } from './product-words.ts'
import { stageWords, toneOfStage } from './stage-words.ts'

/** An order in a list. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const { t } = useTranslation('store')
  const { date, money } = useFormats()
  const words = useProductWords()(order.product)
  return (
    <Link className={styles.card} to={addressOf('orderDetail', { order: order.order_number })}>
      <OrderPicture fileId={order.previewFile} kind={order.product.kind} />
      <span className={styles.words}>
        <span className={styles.head}>
          <strong className={styles.name}>{words.name}</strong>
          <Badge tone={toneOfStage(order.status, order.stage)}>{stageWords(t, order.stage)}</Badge>
        </span>
        <span className={styles.detail}>{words.detail}</span>
        <span className={styles.foot}>
          <span>{date(order.placedAtMs)}</span>
          <strong>{money(order.total)}</strong>
        </span>
      </span>
    </Link>
  )
}
