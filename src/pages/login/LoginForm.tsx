import { useTranslation } from 'react-i18next'
import { login } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { signInPlace } from '#src/session/sign-in-place.ts'
import styles from '#src/shell/accounts/account-form.module.css'
import { useArrival } from '#src/shell/arrival/use-arrival.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPasswordField } from '#src/shell/forms/FormPasswordField.tsx'
import { FormPhoneField } from '#src/shell/forms/FormPhoneField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { usePhoneField } from '#src/shell/use-phone-field.ts'
import { Button } from '#src/ui/Button.tsx'

/** Signs in with the number and its password. */
export function LoginForm({ onForgotten }: { readonly onForgotten: () => void }) {
  const { t } = useTranslation('store')
  const arrive = useArrival()
  const phone = usePhoneField()
  const form = useForm({
    schema: login.request.pick({ password: true }).extend({ phone: phone.schema }),
    defaultValues: { phone: '', password: '' },
    send: (typed) => call(login, { ...typed, ...signInPlace() }),
    onDone: ({ value }) => arrive(value),
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormPhoneField form={form} name="phone" wordsOf={phone.wordsOf} autoComplete="username" />
      <FormPasswordField
        form={form}
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" size="large" stretch loading={form.busy}>
        {t('login.login')}
      </Button>
      <Button variant="ghost" stretch onClick={onForgotten}>
        {t('login.forgotten')}
      </Button>
    </form>
  )
}
