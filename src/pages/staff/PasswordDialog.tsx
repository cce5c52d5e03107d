import { useTranslation } from 'react-i18next'
import { changeStaffPassword } from '#core/contract/services/staff.ts'
import { call } from '#src/api/calls.ts'
import { storeStaff } from '#src/session/staff-session.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPasswordField } from '#src/shell/forms/FormPasswordField.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { usePasswordWords } from '#src/shell/forms/password-words.ts'
import { useForm } from '#src/shell/forms/use-form.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { showToast } from '#src/ui/toasts.ts'

/** Another password of one's own, for who shows both factors once more. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['staff', 'store', 'errors'])
  const passwordWords = usePasswordWords()
  const wordsOf = (kind: string, typed: string) =>
    passwordWords(kind === 'credentials-wrong' ? 'password-wrong' : kind, typed)
  const form = useForm({
    schema: changeStaffPassword.request,
    defaultValues: { oldPassword: '', password: '', code: '' },
    send: ({ code, ...typed }) =>
      call(changeStaffPassword, { ...typed, code: code.replaceAll(' ', '') }),
    onDone: ({ value }) => {
      storeStaff(value)
      showToast({ text: t('store:account.changed'), tone: 'good' })
      onClose()
    },
    fieldOf: { 'credentials-wrong': 'oldPassword', 'code-wrong': 'code' },
  })
  return (
    <FormDialog
      title={t('store:account.changePassword')}
      closeLabel={t('store:page.close')}
      onClose={onClose}
      submitLabel={t('store:account.changePassword')}
      busy={form.busy}
      onSubmit={form.submit}
    >
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormPasswordField
        form={form}
        name="oldPassword"
        label={t('store:account.oldPassword')}
        wordsOf={wordsOf}
        autoComplete="current-password"
        autoFocus
      />
      <FormPasswordField
        form={form}
        name="password"
        label={t('store:login.newPassword')}
        autoComplete="new-password"
      />
      <FormTextField
        form={form}
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        wordsOf={(kind) => (kind === 'code-wrong' ? t('errors:code-wrong') : undefined)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  )
}
