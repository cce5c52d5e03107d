import { useTranslation } from 'react-i18next'
import { auditTrail } from '#core/contract/services/staff.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { usePages } from '#src/shell/calls/use-pages.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Staff.module.css'

const PAGE = 50

/** What was done, by whom and why; the latest first. */
export function AuditTrail() {
  const { t } = useTranslation(['staff', 'store'])
  const { date } = useFormats()
  const { state, reload, more, loadingMore } = usePages(
    auditTrail,
    {},
    {
      first: { pageNum: 1, pageSize: PAGE },
      next: (pages) =>
        (pages.at(-1)?.value.length ?? 0) < PAGE
          ? null
          : { pageNum: pages.length + 1, pageSize: PAGE },
      idOf: ({ id }) => String(id),
    },
  )
  return (
    <Loaded state={state} reload={reload}>
      {(events) => (
        <>
          <ul className={styles.rows}>
            {events.map(({ id, atMs, by, act, machine_id, subject, reason, before, after }) => (
              <li key={id} className={styles.event}>
                <strong>{t(`acts.${act}`)}</strong>
                <bdi>{subject}</bdi>
                <span className={styles.soft}>
                  <bdi>{by ?? t('byCommand')}</bdi> · {date(atMs)}
                  {machine_id !== null && (
                    <>
                      {' · '}
                      <bdi>{machine_id}</bdi>
                    </>
                  )}
                </span>
                {reason !== '' && <q>{reason}</q>}
                {(before ?? after) !== null && (
                  <code className={styles.change} dir="ltr">
                    {changeOf(before)} → {changeOf(after)}
                  </code>
                )}
              </li>
            ))}
          </ul>
          {more && (
            <Button stretch loading={loadingMore} onClick={more}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Facts as they were written, short. */
const changeOf = (facts: Readonly<Record<string, unknown>> | null): string =>
  facts === null ? '–' : JSON.stringify(facts).slice(1, -1).replaceAll('"', '')
