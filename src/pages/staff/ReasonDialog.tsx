import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonSchema } from '#core/contract/entities/staff.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './Staff.module.css'

interface ReasonDialogProps {
  readonly title: string
  readonly busy: boolean
  readonly danger?: boolean
  /** The customer reads it in the order's history. */
  readonly told?: boolean
  readonly onClose: () => void
  readonly onDone: (reason: string) => void
  /** Further fields, before the reason. */
  readonly children?: ReactNode
}

/** Asks why: what is done is read later by others. */
export function ReasonDialog({
  title,
  busy,
  danger,
  told,
  onClose,
  onDone,
  children,
}: ReasonDialogProps) {
  const { t } = useTranslation(['staff', 'store'])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const good = reasonSchema.safeParse(reason).success
  const submit = () => {
    setTried(true)
    if (good) onDone(reason.trim())
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={t('store:page.close')}
      size="small"
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {children}
        <TextField
          label={t(told ? 'reasonTold' : 'reason')}
          value={reason}
          onChange={setReason}
          error={tried && !good ? t('reasonNeeded') : undefined}
          maxLength={200}
          autoFocus={children === undefined}
        />
        <Button type="submit" variant={danger ? 'danger' : 'primary'} stretch loading={busy}>
          {title}
        </Button>
      </form>
    </Dialog>
  )
}
