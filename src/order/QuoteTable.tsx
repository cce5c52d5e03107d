import { useTranslation } from 'react-i18next'
import type { QuoteAnswer } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import styles from './QuoteTable.module.css'

interface QuoteTableProps {
  readonly quote: QuoteAnswer
  readonly quantity: number
}

/** How a price comes about, line by line. */
export function QuoteTable({ quote, quantity }: QuoteTableProps) {
  const { t } = useTranslation('store')
  const { money, number } = useFormats()
  const lines = [
    { label: t('quote.goods', { count: quantity, number: number(quantity) }), value: quote.goods },
    ...(quote.discount.minor === 0
      ? []
      : [{ label: t('quote.coupon', { code: quote.coupon ?? '' }), value: quote.discount }]),
    ...(quote.shipping.minor === 0 ? [] : [{ label: t('quote.shipping'), value: quote.shipping }]),
  ]
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, value }) => (
        <div key={label} className={styles.line}>
          <dt>{label}</dt>
          <dd>{money(value)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>{t('quote.total')}</dt>
        <dd>{money(quote.total)}</dd>
      </div>
    </dl>
  )
}
