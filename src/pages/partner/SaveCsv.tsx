import { useTranslation } from 'react-i18next'
import type { partnerBillCsv, partnerStatementCsv } from '#core/contract/services/partner.ts'
import { call } from '#src/api/calls.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { offerDownload } from '#src/storage/offer-download.ts'
import { Button } from '#src/ui/Button.tsx'
import { DownloadSimpleIcon } from '#src/ui/icons.ts'

interface SaveCsvProps {
  readonly service: typeof partnerBillCsv | typeof partnerStatementCsv
  readonly month: string
}

/** Saves a month as a table for spreadsheets. */
export function SaveCsv({ service, month }: SaveCsvProps) {
  const { t } = useTranslation('staff')
  const tell = useFaultToast()
  const { running, run } = useJob(() => call(service, { month }))
  const save = async () => {
    const answer = await run()
    if (!answer.ok) return tell(answer.fault)
    const { fileName, text } = answer.value.value
    offerDownload(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName)
  }
  return (
    <Button icon={<DownloadSimpleIcon />} loading={running} onClick={() => void save()}>
      {t('csv')}
    </Button>
  )
}
