import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { limits } from '#core/limits.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Card } from '#src/ui/Card.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CopyIcon, PackageIcon } from '#src/ui/icons.ts'
import { showToast } from '#src/ui/toasts.ts'
import styles from './OrderDetailPage.module.css'

/** Who carries an order that was sent, under which number, and until when it may be on its way. */
export function Courier({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { date } = useFormats()
  const { shippedAtMs, courierNumber, logisticsCompany, stage } = order
  if (shippedAtMs === null || courierNumber === null) return null
  const copy = () =>
    void navigator.clipboard
      .writeText(courierNumber)
      .then(() => showToast({ text: t('courier.copied'), tone: 'good' }))
  return (
    <Card className={styles.courier}>
      <PackageIcon aria-hidden="true" />
      <div className={styles.courierWords}>
        <span>
          <bdi>{logisticsCompany}</bdi>
        </span>
        <strong dir="ltr">{courierNumber}</strong>
      </div>
      <IconButton label={t('courier.copy')} icon={<CopyIcon />} onClick={copy} />
      {stage === 'shipped' && (
        <p className={styles.assumed}>
          {t('courier.assumed', { date: date(shippedAtMs + limits.receiptAssumedMs) })}
        </p>
      )}
    </Card>
  )
}
