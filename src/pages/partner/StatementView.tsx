import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Statement } from '#core/contract/entities/partner.ts'
import { partnerStatement, partnerStatementCsv } from '#core/contract/services/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import styles from '../staff/Staff.module.css'
import { MonthField, recentMonths } from './MonthField.tsx'
import { SaveCsv } from './SaveCsv.tsx'

/** A month of the partner's account, line by line. */
export function StatementView() {
  const [month, setMonth] = useState(recentMonths()[0] ?? '')
  const { state, reload } = useCall(partnerStatement, { month }, { keepPrevious: true })
  return (
    <>
      <div className={styles.bar}>
        <MonthField month={month} onChange={setMonth} />
        <SaveCsv service={partnerStatementCsv} month={month} />
      </div>
      <Loaded state={state} reload={reload}>
        {(statement) => <StatementTable statement={statement} />}
      </Loaded>
    </>
  )
}

function StatementTable({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation('staff')
  const { money, date } = useFormats()
  const { opening, lines, closing, timeZone } = statement
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.soft}>{timeZone}</caption>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('gross')}</th>
            <th scope="col">{t('share')}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('balance')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" colSpan={4}>
              {t('opening')}
            </th>
            <td data-opening>{money(opening)}</td>
          </tr>
          {lines.map(({ atMs, kind, machine_id, subject, gross, share, amount, balance }) => (
            <tr key={`${subject} ${kind}`}>
              <th scope="row">
                {t(`kinds.${kind}`)}
                <span className={styles.soft}>
                  <bdi>{subject}</bdi> <bdi>{machine_id}</bdi> {date(atMs)}
                </span>
              </th>
              <td data-label={t('gross')}>{money(gross)}</td>
              <td data-label={t('share')}>{money(share)}</td>
              <td data-label={t('amount')}>{money(amount)}</td>
              <td data-label={t('balance')}>{money(balance)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={4}>
              {t('closing')}
            </th>
            <td data-closing>
              <strong>{money(closing)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
