import { useTranslation } from 'react-i18next'
import type { BillDocument } from '#core/contract/entities/partner.ts'
import { partnerBill, partnerBillCsv } from '#core/contract/services/partner.ts'
import { digitsOf, useFormats } from '#src/i18n/formats.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Wordmark } from '#src/shell/Wordmark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { PrinterIcon } from '#src/ui/icons.ts'
import tables from '../staff/Staff.module.css'
import styles from './BillDialog.module.css'
import { useMonthWords } from './MonthField.tsx'
import { SaveCsv } from './SaveCsv.tsx'

interface BillDialogProps {
  readonly month: string
  readonly onClose: () => void
}

/** A bill as a document: to be read, printed and taken along as a table. */
export function BillDialog({ month, onClose }: BillDialogProps) {
  const { t } = useTranslation(['staff', 'store'])
  const { state, reload } = useCall(partnerBill, { month })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('bill.title')}
      closeLabel={t('store:page.close')}
      size="large"
      footer={
        <>
          <SaveCsv service={partnerBillCsv} month={month} />
          <Button variant="primary" icon={<PrinterIcon />} onClick={() => window.print()}>
            {t('bill.print')}
          </Button>
        </>
      }
    >
      <Loaded state={state} reload={reload}>
        {(bill) => <Document bill={bill} />}
      </Loaded>
    </Dialog>
  )
}

function Document({ bill }: { readonly bill: BillDocument }) {
  const { t } = useTranslation('staff')
  const monthWords = useMonthWords()
  const date = useDatesIn(bill.timeZone)
  const { number, month, partner, timeZone, state, issuedAtMs } = bill
  const stands = issuedAtMs === null ? t('stillOpen') : `${t('bill.issued')}, ${date(issuedAtMs)}`
  const facts = [
    [t('bill.number'), number ?? '–'],
    [t('bill.period'), monthWords(month)],
    [t('bill.to'), partner],
    [t('bill.state'), stands],
  ] as const
  return (
    <article className={styles.document} data-printed>
      <Wordmark />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Lines bill={bill} />
      <p className={styles.soft}>
        {t(state === 'open' ? 'bill.running' : 'bill.settled')} <bdi>({timeZone})</bdi>
      </p>
    </article>
  )
}

function Lines({ bill }: { readonly bill: BillDocument }) {
  const { t } = useTranslation('staff')
  const { money } = useFormats()
  const date = useDatesIn(bill.timeZone)
  return (
    <table className={tables.table}>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col">{t('gross')}</th>
          <th scope="col">{t('share')}</th>
        </tr>
      </thead>
      <tbody>
        {bill.lines.map(({ atMs, kind, machine_id, subject, gross, share }) => (
          <tr key={`${subject} ${kind}`}>
            <th scope="row">
              {t(`kinds.${kind}`)}
              <span className={tables.soft}>
                <bdi className={styles.number}>{subject}</bdi> <bdi>{machine_id}</bdi> {date(atMs)}
              </span>
            </th>
            <td data-label={t('gross')}>{money(gross)}</td>
            <td data-label={t('share')}>{money(share)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('bill.total')}</th>
          <td data-label={t('gross')}>{money(bill.gross)}</td>
          <td data-label={t('share')}>{money(bill.share)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Moments as they are written where the partner is: there its months begin and end. */
function useDatesIn(timeZone: string): (timeMs: number) => string {
  const { bcp47 } = useLanguage()
  const format = new Intl.DateTimeFormat(digitsOf(bcp47), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  return (timeMs) => format.format(timeMs)
}
