import { useTranslation } from 'react-i18next'
import type { Session } from '#core/contract/entities/account.ts'
import type { Outcome } from '#core/errors.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { DesktopIcon, DeviceMobileIcon, DeviceTabletIcon } from '#src/ui/icons.ts'
import styles from './Sessions.module.css'

const icons = {
  phone: DeviceMobileIcon,
  tablet: DeviceTabletIcon,
  computer: DesktopIcon,
  unknown: DeviceMobileIcon,
} as const satisfies Record<Session['kind'], unknown>

/** What ends sessions: a customer's account has other calls for it than one of staff's. */
export interface SessionCalls {
  readonly endOne: (id: string) => Promise<Outcome<unknown>>
  readonly endOthers: () => Promise<Outcome<unknown>>
}

interface SessionsProps {
  readonly sessions: readonly Session[]
  readonly calls: SessionCalls
  readonly onEnded: () => void
}

/** Where the account is signed in; each can be ended but this one, which is left by logging out. */
export function Sessions({ sessions, calls, onEnded }: SessionsProps) {
  const { t } = useTranslation('store')
  const { busy, end } = useEnding(onEnded)
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() => end(() => calls.endOne(session.id))}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button stretch loading={busy} onClick={() => end(calls.endOthers)}>
          {t('account.endOthers')}
        </Button>
      )}
    </>
  )
}

type Ending = () => Promise<Outcome<unknown>>

function useEnding(onEnded: () => void) {
  const tell = useFaultToast()
  const { running, run } = useJob((ending: Ending) => ending())
  const end = async (ending: Ending) => {
    const answer = await run(ending)
    if (!answer.ok) tell(answer.fault)
    onEnded()
  }
  return { busy: running, end: (ending: Ending) => void end(ending) }
}

interface SessionRowProps {
  readonly session: Session
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useTranslation('store')
  const { date } = useFormats()
  const { browser, system, station, current } = session
  const device = [browser, system].filter(Boolean).join(' · ') || t('account.unknownDevice')
  const Icon = icons[session.kind]
  return (
    <li className={styles.session}>
      <Icon aria-hidden="true" />
      <div className={styles.words}>
        <bdi className={styles.device}>{device}</bdi>
        <span className={styles.hint}>
          {date(session.openedAtMs)}
          {station !== '' && (
            <>
              {' · '}
              <bdi>{station}</bdi>
            </>
          )}
        </span>
      </div>
      {current ? (
        <Badge tone="good">{t('account.thisOne')}</Badge>
      ) : (
        <Button
          variant="ghost"
          disabled={busy}
          aria-label={`${t('account.leave')}: ${device}`}
          onClick={onEnd}
        >
          {t('account.leave')}
        </Button>
      )}
    </li>
  )
}
