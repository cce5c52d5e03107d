import { useTranslation } from 'react-i18next'
import { partnerBills } from '#core/contract/services/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import styles from '../staff/Staff.module.css'

/** What the platform charged, month by month. */
export function Bills() {
  const { t } = useTranslation('staff')
  const { money } = useFormats()
  const { state, reload } = useCall(partnerBills, {})
  return (
    <Loaded state={state} reload={reload}>
      {(bills) =>
        bills.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('month')}</th>
                  <th scope="col">{t('gross')}</th>
                  <th scope="col">{t('share')}</th>
                </tr>
              </thead>
              <tbody>
                {bills.map(({ number, month, gross, share, closed }) => (
                  <tr key={number}>
                    <th scope="row">
                      <bdi>{month}</bdi> {!closed && <Badge>{t('stillOpen')}</Badge>}
                      <span className={styles.soft}>
                        <bdi>{number}</bdi>
                      </span>
                    </th>
                    <td>{money(gross)}</td>
                    <td>{money(share)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  )
}
