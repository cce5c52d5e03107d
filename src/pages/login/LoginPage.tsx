import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'
import { login, register } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { useArrival } from '#src/shell/arrival/use-arrival.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { usePhoneField } from '#src/shell/use-phone-check.ts'
import { Button } from '#src/ui/Button.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import styles from './LoginPage.module.css'

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
      <LoginForm key={way} way={way} />
    </Page>
  )
}

function LoginForm({ way }: { way: Way }) {
  const { t } = useTranslation('store')
  const arrive = useArrival()
  const phone = usePhoneField()
  const service = way === 'login' ? login : register
  const form = useForm({
    schema: register.request.extend({
      phone: phone.schema,
      password: service.request.shape.password,
    }),
    defaultValues: { phone: '', password: '', username: '' },
    send: ({ username, ...known }) =>
      way === 'login' ? call(login, known) : call(register, { ...known, username }),
    onDone: ({ value }) => arrive(value),
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
        inputMode="tel"
        dir="ltr"
        autoComplete="username"
      />
      <FormTextField
        form={form}
        name="password"
        label={t('login.password')}
        wordsOf={(_, typed) =>
          t(typed === '' ? 'login.passwordEmpty' : 'login.passwordShort', {
            count: PASSWORD_LENGTH_MIN,
          })
        }
        type="password"
        autoComplete={way === 'login' ? 'current-password' : 'new-password'}
        {...(way === 'register' && {
          hint: t('login.passwordHint', { count: PASSWORD_LENGTH_MIN }),
        })}
      />
      {way === 'register' && (
        <FormTextField
          form={form}
          name="username"
          label={t('login.username')}
          wordsOf={() => undefined}
          autoComplete="nickname"
          maxLength={40}
        />
      )}
      <Button type="submit" variant="primary" size="large" stretch loading={form.busy}>
        {t(way === 'login' ? 'login.login' : 'login.open')}
      </Button>
    </form>
  )
}
