import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { CodePurpose, SentCode } from '#core/contract/entities/account.ts'
import { sendCode } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { FormPhoneField } from '#src/shell/forms/FormPhoneField.tsx'
import { useForm } from '#src/shell/forms/use-form.ts'
import { usePhoneField } from '#src/shell/use-phone-field.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './account-form.module.css'

interface NumberFormProps {
  readonly purpose: CodePurpose
  /** What was typed before, where the customer comes back to it. */
  readonly phone: string
  readonly onSent: (phone: string, sent: SentCode) => void
}

/** Which number to send a code to. */
export function NumberForm({ purpose, phone, onSent }: NumberFormProps) {
  const { t } = useTranslation('store')
  const { code: language } = useLanguage()
  const field = usePhoneField()
  const form = useForm({
    schema: z.object({ phone: field.schema }),
    defaultValues: { phone },
    send: (asked) => call(sendCode, { ...asked, purpose, language }),
    onDone: ({ value }) => onSent(form.getValues('phone').trim(), value),
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.fault !== null && <CallFailed fault={form.fault} />}
      <FormPhoneField form={form} name="phone" wordsOf={field.wordsOf} autoComplete="tel" />
      <Button type="submit" variant="primary" size="large" stretch loading={form.busy}>
        {t('login.sendCode')}
      </Button>
    </form>
  )
}
