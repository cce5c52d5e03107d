import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedAddress } from '#core/contract/entities/order.ts'
import { deleteAddress } from '#core/contract/services/addresses.ts'
import { write } from '#src/api/cached-calls.ts'
import { addressLines } from '#src/order/address-lines.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import styles from './AddressPage.module.css'

interface AddressCardProps {
  readonly address: SavedAddress
  readonly onEdit: () => void
}

/** One address that is kept. */
export function AddressCard({ address, onEdit }: AddressCardProps) {
  const { t } = useTranslation('store')
  const [asking, setAsking] = useState(false)
  const tell = useFaultToast()
  const remove = async () => {
    const answer = await write(deleteAddress, { id: address.id })
    if (!answer.ok) tell(answer.fault)
  }
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        {address.recipient}
        {address.isDefault && <Badge tone="good">{t('address.default')}</Badge>}
      </h2>
      {addressLines(address).map((line) => (
        <p key={line} className={styles.lines}>
          <bdi>{line}</bdi>
        </p>
      ))}
      <div className={styles.ways}>
        <Button variant="ghost" onClick={onEdit}>
          {t('address.edit')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('address.delete')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('address.deleteTitle')}
        description={t('address.deleteText', { name: address.recipient })}
        confirmLabel={t('address.delete')}
        cancelLabel={t('address.keep')}
        danger
        onConfirm={() => void remove()}
      />
    </li>
  )
}
