import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonSchema } from '#core/contract/entities/staff.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

interface ReasonDialogProps {
  readonly title: string
  /** What it is done with. */
  readonly about?: string
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
  about,
  busy,
  danger = false,
  told = false,
  onClose,
  onDone,
  children,
}: ReasonDialogProps) {
  const { t } = useTranslation(['staff', 'store'])
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const good = reasonSchema.safeParse(reason).success
  return (
    <FormDialog
      title={title}
      description={about}
      closeLabel={t('store:page.close')}
      onClose={onClose}
      submitLabel={title}
      danger={danger}
      busy={busy}
      onSubmit={() => {
        setTried(true)
        if (good) onDone(reason.trim())
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
    </FormDialog>
  )
}
