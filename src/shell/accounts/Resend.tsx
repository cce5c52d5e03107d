import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodePurpose, SentCode } from '#core/contract/entities/account.ts'
import { sendCode } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { Button } from '#src/ui/Button.tsx'

interface ResendProps {
  readonly phone: string
  readonly purpose: CodePurpose
  readonly sent: SentCode
  readonly onSent: (sent: SentCode) => void
}

/** Another code, once the last one had time to arrive. */
export function Resend({ phone, purpose, sent, onSent }: ResendProps) {
  const { t } = useTranslation('store')
  const { code: language } = useLanguage()
  const tell = useFaultToast()
  const { running, run } = useJob(() => call(sendCode, { phone, purpose, language }))
  const seconds = useSecondsLeft(sent)
  const again = async () => {
    const answer = await run()
    if (answer.ok) onSent(answer.value.value)
    else tell(answer.fault)
  }
  return (
    <Button variant="ghost" loading={running} disabled={seconds > 0} onClick={() => void again()}>
      {seconds > 0 ? t('login.resendIn', { seconds }) : t('login.resend')}
    </Button>
  )
}

function useSecondsLeft(sent: SentCode): number {
  const [seconds, setSeconds] = useState(sent.resendSeconds)
  useEffect(() => {
    const until = performance.now() + sent.resendSeconds * 1000
    const look = () => setSeconds(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [sent])
  return seconds
}
