import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodePurpose, SentCode } from '#core/contract/entities/account.ts'
import { Button } from '#src/ui/Button.tsx'
import accountForm from './account-form.module.css'
import { CodeForm, type CodeFormProps } from './CodeForm.tsx'
import { NumberForm } from './NumberForm.tsx'
import styles from './ProofForm.module.css'
import { Resend } from './Resend.tsx'

interface ProofFormProps extends Omit<CodeFormProps, 'phone' | 'sent' | 'withName'> {
  readonly purpose: CodePurpose
}

/** Proves a phone number by a code and gives it a password: first the number, then what was sent. */
export function ProofForm({ purpose, ...rest }: ProofFormProps) {
  const { t } = useTranslation('store')
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<SentCode | null>(null)
  if (sent === null) {
    const onSent = (number: string, answer: SentCode) => {
      setPhone(number)
      setSent(answer)
    }
    return <NumberForm purpose={purpose} phone={phone} onSent={onSent} />
  }
  return (
    <div className={accountForm.form}>
      {/* The number reads from left to right in every language. */}
      <p>{t('login.sentTo', { phone: `\u2066${phone}\u2069` })}</p>
      {sent.message !== null && (
        <aside className={styles.test} aria-label={t('login.test')}>
          <strong>{t('login.test')}</strong>
          <p className={styles.note}>{t('login.testText')}</p>
          <p>{sent.message}</p>
        </aside>
      )}
      <CodeForm {...rest} phone={phone} sent={sent} withName={purpose === 'register'} />
      <div className={styles.ends}>
        <Resend phone={phone} purpose={purpose} sent={sent} onSent={setSent} />
        <Button variant="ghost" onClick={() => setSent(null)}>
          {t('login.otherNumber')}
        </Button>
      </div>
    </div>
  )
}
