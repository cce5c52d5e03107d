import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bindPhone, logout } from '#core/contract/services/accounts.ts'
import type { Fault } from '#core/errors.ts'
import { call } from '#src/api/calls.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { usePhoneCheck } from '#src/shell/use-phone-check.ts'
import { loginAtom } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SignOutIcon } from '#src/ui/icons.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { showToast } from '#src/ui/toasts.ts'
import styles from './OrdersPage.module.css'

const PASSWORD_LEAST = 8

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
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const phoneError = usePhoneCheck()(phone)
  const passwordError =
    password.length < PASSWORD_LEAST
      ? t('login.passwordShort', { count: PASSWORD_LEAST })
      : undefined
  const send = async () => {
    setTried(true)
    if (phoneError || passwordError) return
    setBusy(true)
    const answer = await call(bindPhone, { phone, password })
    setBusy(false)
    if (!answer.ok) return setFault(answer.fault)
    setLogin(answer.value.value)
    showToast({ text: t('account.bound'), tone: 'good' })
    onBound()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {fault !== null && <CallFailed fault={fault} />}
      <TextField
        label={t('login.phone')}
        type="tel"
        dir="ltr"
        autoComplete="username"
        value={phone}
        error={tried ? phoneError : undefined}
        onChange={setPhone}
      />
      <TextField
        label={t('login.password')}
        type="password"
        autoComplete="new-password"
        value={password}
        error={tried ? passwordError : undefined}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" stretch loading={busy}>
        {t('account.bind')}
      </Button>
    </form>
  )
}
