import { useTranslation } from 'react-i18next'
import type { Login } from '#core/contract/entities/account.ts'
import { bindPhone } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { forgetDeviceCredential } from '#src/session/device-credential.ts'
import { ProofForm } from '#src/shell/accounts/ProofForm.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { showToast } from '#src/ui/toasts.ts'

interface BindDialogProps {
  readonly onClose: () => void
  readonly onBound: (login: Login) => void
}

/** Gives a device's account a phone number; from then on the device alone opens nothing. */
export function BindDialog({ onClose, onBound }: BindDialogProps) {
  const { t } = useTranslation('store')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('account.bind')}
      description={t('account.bindText')}
      closeLabel={t('page.close')}
      size="small"
    >
      <ProofForm
        purpose="bind"
        submitLabel={t('account.bind')}
        send={(request) => call(bindPhone, request)}
        onDone={(login) => {
          forgetDeviceCredential()
          showToast({ text: t('account.bound'), tone: 'good' })
          onBound(login)
        }}
      />
    </Dialog>
  )
}
