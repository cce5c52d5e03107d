import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { Card } from '#src/ui/Card.tsx'
import { QrCode } from '#src/ui/QrCode.tsx'
import styles from './OrderDetailPage.module.css'

/** What is shown at the station to collect a print: a code to scan, and its digits to read out. */
export function Pickup({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { pickupCode, pickupQr } = order
  if (pickupCode === null || pickupQr === null) return null
  return (
    <Card variant="ticket" className={styles.pickup}>
      <p>{t('orderDetail.pickup')}</p>
      <QrCode text={pickupQr} label={t('orderDetail.pickup')} />
      <strong className={styles.code} dir="ltr">
        {pickupCode.slice(0, 4)} {pickupCode.slice(4)}
      </strong>
      <p className={styles.detail}>
        <bdi>{order.machineName}</bdi>
      </p>
    </Card>
  )
}
