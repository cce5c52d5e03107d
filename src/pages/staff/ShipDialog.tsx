import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'

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
  const [tried, setTried] = useState(false)
  const missing = (typed: string) =>
    tried && typed.trim() === '' ? t('store:address.checkField') : undefined
  return (
    <FormDialog
      title={t('acts.handed-to-courier')}
      closeLabel={t('store:page.close')}
      onClose={onClose}
      submitLabel={t('acts.handed-to-courier')}
      busy={busy}
      onSubmit={() => {
        setTried(true)
        if (company.trim() !== '' && number.trim() !== '') onDone(company.trim(), number.trim())
      }}
    >
      <TextField
        label={t('store:order.facts.logistics')}
        value={company}
        onChange={setCompany}
        error={missing(company)}
        maxLength={80}
        autoFocus
      />
      <TextField
        label={t('store:order.facts.courier')}
        value={number}
        onChange={setNumber}
        error={missing(number)}
        maxLength={80}
      />
    </FormDialog>
  )
}
