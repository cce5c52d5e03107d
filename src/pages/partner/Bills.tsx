import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#core/contract/entities/partner.ts'
import { partnerBills } from '#core/contract/services/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import styles from '../staff/Staff.module.css'
import { BillDialog } from './BillDialog.tsx'
import { useMonthWords } from './MonthField.tsx'

/** What the platform charged, month by month; each opens as a document. */
export function Bills() {
  const { t } = useTranslation('staff')
  const { state, reload } = useCall(partnerBills, {})
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <Loaded state={state} reload={reload}>
        {(bills) =>
          bills.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <ul className={styles.rows}>
              {bills.map((bill) => (
                <BillRow key={bill.month} bill={bill} onOpen={() => setOpen(bill.month)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open !== null && <BillDialog month={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function BillRow({ bill, onOpen }: { readonly bill: Bill; readonly onOpen: () => void }) {
  const { t } = useTranslation('staff')
  const { money } = useFormats()
  const monthWords = useMonthWords()
  const { number, month, gross, share, state } = bill
  return (
    <li className={styles.bill}>
      <span className={styles.what}>
        <strong>{monthWords(month)}</strong>
        <span className={styles.soft}>
          <bdi>{number ?? '–'}</bdi>
        </span>
      </span>
      <span className={styles.billSums}>
        <strong>
          {t('share')} {money(share)}
        </strong>
        <span className={styles.soft}>
          {t('gross')} {money(gross)}
        </span>
      </span>
      <span className={styles.buttons}>
        <Badge tone={state === 'open' ? 'warning' : 'good'}>
          {t(state === 'open' ? 'stillOpen' : 'bill.issued')}
        </Badge>
        <Button onClick={onOpen}>{t('bill.open')}</Button>
      </span>
    </li>
  )
}
