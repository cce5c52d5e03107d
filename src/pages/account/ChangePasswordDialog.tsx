import { useTranslation } from 'react-i18next'
import type { Login } from '#core/contract/entities/account.ts'
import { changePassword } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { signInPlace } from '#src/session/sign-in-place.ts'
import { UsernameForManagers } from '#src/shell/accounts/UsernameForManagers.tsx'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPasswordField } from '#src/shell/forms/FormPasswordField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { showToast } from '#src/ui/toasts.ts'

interface ChangePasswordDialogProps {
  readonly phone: string
  readonly onClose: () => void
  readonly onChanged: (login: Login) => void
}

/** Another password, for who knows the present one. */
export function ChangePasswordDialog({ phone, onClose, onChanged }: ChangePasswordDialogProps) {
  const { t } = useTranslation('store')
  const form = useForm({
    schema: changePassword.request.pick({ oldPassword: true, password: true }),
    defaultValues: { oldPassword: '', password: '' },
    send: (typed) => call(changePassword, { ...typed, ...signInPlace() }),
    onDone: ({ value }) => {
      showToast({ text: t('account.changed'), tone: 'good' })
      onChanged(value)
    },
  })
  return (
    <FormDialog
      title={t('account.changePassword')}
      closeLabel={t('page.close')}
      onClose={onClose}
      submitLabel={t('account.changePassword')}
      busy={form.busy}
      onSubmit={form.submit}
    >
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <UsernameForManagers username={phone} />
      <FormPasswordField
        form={form}
        name="oldPassword"
        label={t('account.oldPassword')}
        autoComplete="current-password"
      />
      <FormPasswordField
        form={form}
        name="password"
        label={t('login.newPassword')}
        autoComplete="new-password"
      />
    </FormDialog>
  )
}
