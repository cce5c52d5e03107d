import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { WarningCircleIcon } from '#src/ui/icons.ts'
import { PayResult } from './PayResult.tsx'

/** A payment that failed or was cancelled; the order still waits. */
export default function PayFailPage() {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const cancelled = parameters.get('result') === 'cancelled'
  const title = t(cancelled ? 'payResult.cancelled' : 'payResult.failed')
  return (
    <PayResult
      pageTitle={title}
      look={() => ({
        tone: 'bad',
        icon: <WarningCircleIcon />,
        title,
        text: t(cancelled ? 'payResult.cancelledText' : 'payResult.failedText'),
      })}
    />
  )
}
