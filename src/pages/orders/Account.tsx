import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'
import { bindPhone, logout } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { usePhoneField } from '#src/shell/use-phone-check.ts'
import { loginAtom } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SignOutIcon } from '#src/ui/icons.ts'
import { showToast } from '#src/ui/toasts.ts'
import styles from './OrdersPage.module.css'

/** Who is signed in; a device's account can be given a phone number. */
export function Account() {
  const { t } = useTranslation('store')
  const [login, setLogin] = useAtom(loginAtom)
  const [binding, setBinding] = useState(false)
  if (login === null) return null
  const leave = async () => {
    await call(logout, {})
    setLogin(null)
  }
  const isDevice = login.phone === ''
  return (
    <section className={styles.account}>
      <div className={styles.who}>
        <h2 className={styles.name}>
          {login.username || <bdi>{login.phone}</bdi> || null}
          {isDevice && login.username === '' && t('account.device')}
        </h2>
        <Button variant="ghost" icon={<SignOutIcon />} onClick={() => void leave()}>
          {t('account.leave')}
        </Button>
      </div>
      {isDevice && (
        <>
          <p className={styles.hint}>{t('account.deviceText')}</p>
          <Button onClick={() => setBinding(true)}>{t('account.bind')}</Button>
          <Dialog
            open={binding}
            onOpenChange={setBinding}
            title={t('account.bind')}
            description={t('account.bindText')}
            closeLabel={t('page.close')}
            size="small"
          >
            <BindForm onBound={() => setBinding(false)} />
          </Dialog>
        </>
      )}
    </section>
  )
}

function BindForm({ onBound }: { onBound: () => void }) {
  const { t } = useTranslation('store')
  const [, setLogin] = useAtom(loginAtom)
  const phone = usePhoneField()
  const form = useForm({
    schema: bindPhone.request.extend({ phone: phone.schema }),
    defaultValues: { phone: '', password: '' },
    send: (request) => call(bindPhone, request),
    onDone: ({ value }) => {
      setLogin(value)
      showToast({ text: t('account.bound'), tone: 'good' })
      onBound()
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormTextField
        form={form}
        name="phone"
        label={t('login.phone')}
        wordsOf={phone.wordsOf}
        type="tel"
        dir="ltr"
        autoComplete="username"
      />
      <FormTextField
        form={form}
        name="password"
        label={t('login.password')}
        wordsOf={() => t('login.passwordShort', { count: PASSWORD_LENGTH_MIN })}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" stretch loading={form.busy}>
        {t('account.bind')}
      </Button>
    </form>
  )
}
