import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './Staff.module.css'

interface ShipDialogProps {
  readonly busy: boolean
  readonly onClose: () => void
  readonly onDone: (company: string, number: string) => void
}

/** Who carries it, and its number there. */
export function ShipDialog({ busy, onClose, onDone }: ShipDialogProps) {
  const { t } = useTranslation(['staff', 'store'])
  const [company, setCompany] = useState('')
  const [number, setNumber] = useState('')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('acts.handed-to-courier')}
      closeLabel={t('store:page.close')}
      size="small"
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onDone(company.trim(), number.trim())
        }}
      >
        <TextField
          label={t('store:order.facts.logistics')}
          value={company}
          onChange={setCompany}
          maxLength={80}
          required
          autoFocus
        />
        <TextField
          label={t('store:order.facts.courier')}
          value={number}
          onChange={setNumber}
          maxLength={80}
          required
        />
        <Button type="submit" variant="primary" stretch loading={busy}>
          {t('acts.handed-to-courier')}
        </Button>
      </form>
    </Dialog>
  )
}
