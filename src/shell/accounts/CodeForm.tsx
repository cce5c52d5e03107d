import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Login, SentCode } from '#core/contract/entities/account.ts'
import type { Answered } from '#core/contract/exchange.ts'
import type { RequestOf } from '#core/contract/service.ts'
import { register } from '#core/contract/services/accounts.ts'
import type { Outcome } from '#core/errors.ts'
import { signInPlace } from '#src/session/sign-in-place.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPasswordField } from '#src/shell/forms/FormPasswordField.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './account-form.module.css'
import { UsernameForManagers } from './UsernameForManagers.tsx'

/** A proven number, the password that is to go with it, and perhaps a name. */
export type ProvenRequest = RequestOf<typeof register>

export interface CodeFormProps {
  readonly phone: string
  readonly sent: SentCode
  /** Whether a name is asked for as well. */
  readonly withName: boolean
  readonly submitLabel: string
  readonly send: (request: ProvenRequest) => Promise<Outcome<Answered<Login>>>
  readonly onDone: (login: Login) => void
}

/** The code that was sent, and the password that is to hold from now on. */
export function CodeForm({ phone, sent, withName, submitLabel, send, onDone }: CodeFormProps) {
  const { t } = useTranslation('store')
  const form = useForm({
    schema: register.request.pick({ code: true, password: true, username: true }),
    defaultValues: { code: '', password: '', username: '' },
    send: (typed) => send({ ...typed, phone, proof: sent.proof, ...signInPlace() }),
    onDone: ({ value }) => onDone(value),
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormTextField
        form={form}
        name="code"
        label={t('login.code')}
        wordsOf={useCodeWords()}
        inputMode="numeric"
        dir="ltr"
        autoComplete="one-time-code"
        enterKeyHint="next"
      />
      <UsernameForManagers username={phone} />
      <FormPasswordField
        form={form}
        name="password"
        label={withName ? t('login.password') : t('login.newPassword')}
        autoComplete="new-password"
      />
      {withName && (
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
        {submitLabel}
      </Button>
    </form>
  )
}

function useCodeWords(): (kind: string) => string {
  const { t } = useTranslation('store')
  return (kind) => {
    if (kind === 'code-wrong') return t('login.codeWrong')
    return kind === 'code-ended' ? t('login.codeEnded') : t('login.codeFormat')
  }
}
