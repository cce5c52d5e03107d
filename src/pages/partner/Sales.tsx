import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneModel } from '#core/catalogue/phone-models.ts'
import { partnerSales } from '#core/contract/services/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import styles from '../staff/Staff.module.css'
import { MonthField, recentMonths } from './MonthField.tsx'

const kinds = ['day', 'machine', 'product'] as const

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** What a month earned, by day, machine or product. */
export function Sales() {
  const { t } = useTranslation(['staff', 'shop'])
  const { money, number } = useFormats()
  const [month, setMonth] = useState(recentMonths()[0] ?? '')
  const [by, setBy] = useState<(typeof kinds)[number]>('day')
  const { state, reload } = useCall(
    partnerSales,
    { from: `${month}-01`, to: lastDayOf(month), by },
    { keepPrevious: true },
  )
  const nameOf = (key: string) =>
    key === 'cake' ? t('shop:choice.cake') : (phoneModel(key)?.name ?? key)
  return (
    <>
      <div className={styles.bar}>
        <MonthField month={month} onChange={setMonth} />
        <div className={styles.choice}>
          <SegmentedControl
            label={t('by.label')}
            value={by}
            onChange={setBy}
            options={kinds.map((value) => ({ value, label: t(`by.${value}`) }))}
          />
        </div>
      </div>
      <Loaded state={state} reload={reload}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t(`by.${by}`)}</th>
                    <th scope="col">{t('tabs.orders')}</th>
                    <th scope="col">{t('gross')}</th>
                    <th scope="col">{t('share')}</th>
                    <th scope="col">{t('net')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ key, orders, gross, share, net }) => (
                    <tr key={key}>
                      <th scope="row">
                        <bdi>{nameOf(key)}</bdi>
                      </th>
                      <td data-label={t('tabs.orders')}>{number(orders)}</td>
                      <td data-label={t('gross')}>{money(gross)}</td>
                      <td data-label={t('share')}>{money(share)}</td>
                      <td data-label={t('net')}>{money(net)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  )
}
