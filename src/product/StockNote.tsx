import { useTranslation } from 'react-i18next'
import { CheckCircleIcon, WarningCircleIcon } from '#src/ui/icons.ts'
import styles from './StockNote.module.css'
import type { StockState } from './use-stock.ts'

/** What the station says to the choice. */
export function StockNote({ stock }: { stock: StockState }) {
  const { t } = useTranslation('store')
  if (stock.kind === 'unknown') return null
  if (stock.kind === 'available') {
    return (
      <p className={styles.good} role="status">
        <CheckCircleIcon aria-hidden="true" />
        {stock.left === null ? t('stock.own') : t('stock.left', { count: stock.left })}
      </p>
    )
  }
  return (
    <p className={styles.bad} role="status">
      <WarningCircleIcon aria-hidden="true" />
      {stock.kind === 'none' ? t('stock.none') : t('stock.station', { name: stock.name })}
    </p>
  )
}
