import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { login, register } from '#core/contract/services/accounts.ts'
import type { Fault } from '#core/errors.ts'
import { call } from '#src/api/calls.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { useArrival } from '#src/shell/arrival/use-arrival.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { Page } from '#src/shell/page/Page.tsx'
import { usePhoneCheck } from '#src/shell/use-phone-check.ts'
import { Button } from '#src/ui/Button.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import styles from './LoginPage.module.css'

const PASSWORD_LEAST = 8

type Way = 'login' | 'register'

/** Signing in, or opening an account, with phone number and password. */
export default function LoginPage() {
  const { t } = useTranslation('store')
  const [way, setWay] = useState<Way>('login')
  return (
    <Page title={t('login.pageTitle')} width="narrow" back={addressOf('selectLogin')}>
      <SegmentedControl
        label={t('login.way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'login', label: t('login.login') },
          { value: 'register', label: t('login.register') },
        ]}
      />
      <LoginForm way={way} />
    </Page>
  )
}

function LoginForm({ way }: { way: Way }) {
  const { t } = useTranslation('store')
  const [fields, setFields] = useState({ phone: '', password: '', username: '' })
  const [tried, setTried] = useState(false)
  const errors = useLoginErrors(way, fields)
  const { send, busy, fault } = useSend(way)
  const set = (name: keyof typeof fields) => (text: string) =>
    setFields({ ...fields, [name]: text })
  const submit = () => {
    setTried(true)
    if (!errors.phone && !errors.password) void send(fields)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {fault !== null && <CallFailed fault={fault} />}
      <TextField
        label={t('login.phone')}
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete="username"
        value={fields.phone}
        error={tried ? errors.phone : undefined}
        onChange={set('phone')}
      />
      <TextField
        label={t('login.password')}
        type="password"
        autoComplete={way === 'login' ? 'current-password' : 'new-password'}
        {...(way === 'register' && { hint: t('login.passwordHint', { count: PASSWORD_LEAST }) })}
        value={fields.password}
        error={tried ? errors.password : undefined}
        onChange={set('password')}
      />
      {way === 'register' && (
        <TextField
          label={t('login.username')}
          autoComplete="nickname"
          maxLength={40}
          value={fields.username}
          onChange={set('username')}
        />
      )}
      <Button type="submit" variant="primary" size="large" stretch loading={busy}>
        {t(way === 'login' ? 'login.login' : 'login.open')}
      </Button>
    </form>
  )
}

function useLoginErrors(way: Way, { phone, password }: { phone: string; password: string }) {
  const { t } = useTranslation('store')
  const phoneError = usePhoneCheck()(phone)
  const least = way === 'register' ? PASSWORD_LEAST : 1
  return {
    phone: phoneError,
    password:
      password.length < least
        ? t(password === '' ? 'login.passwordEmpty' : 'login.passwordShort', { count: least })
        : undefined,
  }
}

function useSend(way: Way) {
  const arrive = useArrival()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const send = async ({
    phone,
    password,
    username,
  }: Record<'phone' | 'password' | 'username', string>) => {
    setBusy(true)
    setFault(null)
    const answer =
      way === 'login'
        ? await call(login, { phone, password })
        : await call(register, { phone, password, username })
    setBusy(false)
    if (answer.ok) arrive(answer.value.value)
    else setFault(answer.fault)
  }
  return { send, busy, fault }
}
