import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#core/contract/service.ts'
import { secondFactor, staffLogin } from '#core/contract/services/staff.ts'
import { call } from '#src/api/calls.ts'
import { storeStaff } from '#src/session/staff-session.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPasswordField } from '#src/shell/forms/FormPasswordField.tsx'
import { FormTextField } from '#src/shell/forms/FormTextField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { Button } from '#src/ui/Button.tsx'
import { QrCode } from '#src/ui/QrCode.tsx'
import styles from './Staff.module.css'

type Ticket = AnswerOf<typeof staffLogin>
type Opened = AnswerOf<typeof secondFactor>

/** Both steps of a login: the password, then the authenticator's code. */
export function SignIn() {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const enter = (session: Opened) => {
    if (session.recoveryCodes === null) storeStaff(session)
    else setOpened(session)
  }
  return (
    <section className={styles.signIn}>
      {opened !== null ? (
        <RecoveryCodes codes={opened.recoveryCodes ?? []} onKept={() => storeStaff(opened)} />
      ) : ticket === null ? (
        <PasswordStep onTicket={setTicket} />
      ) : (
        <CodeStep ticket={ticket} onOpened={enter} onOver={() => setTicket(null)} />
      )}
    </section>
  )
}

function PasswordStep({ onTicket }: { readonly onTicket: (ticket: Ticket) => void }) {
  const { t } = useTranslation(['staff', 'store'])
  const form = useForm({
    schema: staffLogin.request,
    defaultValues: { username: '', password: '' },
    send: (typed) => call(staffLogin, typed),
    onDone: ({ value }) => onTicket(value),
    fieldOf: { 'credentials-wrong': 'password' },
  })
  const wordsOf = (kind: string) => (kind === 'credentials-wrong' ? t('wrongPassword') : undefined)
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormTextField
        form={form}
        name="username"
        label={t('username')}
        wordsOf={() => undefined}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormPasswordField
        form={form}
        name="password"
        label={t('store:login.password')}
        wordsOf={wordsOf}
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" size="large" stretch loading={form.busy}>
        {t('next')}
      </Button>
    </form>
  )
}

interface CodeStepProps {
  readonly ticket: Ticket
  readonly onOpened: (session: Opened) => void
  readonly onOver: () => void
}

function CodeStep({ ticket: { ticket, enrolment }, onOpened, onOver }: CodeStepProps) {
  const { t } = useTranslation(['staff', 'errors'])
  const form = useForm({
    schema: secondFactor.request.pick({ code: true }),
    defaultValues: { code: '' },
    send: ({ code }) => call(secondFactor, { ticket, code: code.replaceAll(' ', '') }),
    onDone: ({ value }) => onOpened(value),
    fieldOf: { 'code-wrong': 'code' },
  })
  const wordsOf = (kind: string) => (kind === 'code-wrong' ? t('errors:code-wrong') : undefined)
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {enrolment !== null && (
        <div className={styles.enrol}>
          <p>{t('enrol')}</p>
          <QrCode text={enrolment.url} label={t('enrolQr')} />
          <code className={styles.secret}>{enrolment.secret}</code>
        </div>
      )}
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormTextField
        form={form}
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        wordsOf={wordsOf}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" stretch loading={form.busy}>
        {t('signIn')}
      </Button>
      <Button variant="ghost" stretch onClick={onOver}>
        {t('another')}
      </Button>
    </form>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('staff')
  return (
    <div className={styles.form}>
      <p>{t('recovery')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="primary" stretch onClick={onKept}>
        {t('kept')}
      </Button>
    </div>
  )
}
