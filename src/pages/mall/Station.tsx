import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Machine } from '#core/contract/entities/machine.ts'
import { machineDetail } from '#core/contract/services/machines.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { canPrint, stateWords, toneOfState, waitingWords } from '#src/shell/station-words.ts'
import { claimAtom, machineIdAtom } from '#src/state/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { QrCodeIcon, StorefrontIcon } from '#src/ui/icons.ts'
import styles from './Station.module.css'

/** The station that was scanned or chosen, and whether it prints now. */
export function Station() {
  const machineId = useAtomValue(machineIdAtom)
  return (
    <section className={styles.section}>
      {machineId === null ? <NoStation /> : <OneStation machineId={machineId} />}
    </section>
  )
}

function NoStation() {
  const { t } = useTranslation('store')
  return (
    <div className={styles.card}>
      <QrCodeIcon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2 className={styles.name}>{t('station.none')}</h2>
        <p className={styles.text}>{t('station.noneText')}</p>
      </div>
      <Link className={buttonClass({ variant: 'quiet' })} to={addressOf('chooseLocation')}>
        {t('station.choose')}
      </Link>
    </div>
  )
}

function OneStation({ machineId }: { machineId: string }) {
  const { state, reload } = useCall(machineDetail, { machine_id: machineId })
  return (
    <Loaded state={state} reload={reload} lines={1}>
      {(machine) => <Found machine={machine} />}
    </Loaded>
  )
}

function Found({ machine }: { machine: Machine }) {
  const { t } = useTranslation('store')
  const scanned = useAtomValue(claimAtom)?.machineId === machine.machine_id
  const waiting = waitingWords(t, machine.waiting)
  const printing = scanned ? waiting : `${waiting} · ${t('station.scanToOrder')}`
  const note = canPrint(machine.state) ? printing : t('station.cannot')
  return (
    <div className={styles.card}>
      <StorefrontIcon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <bdi>{machine.name}</bdi>{' '}
          <Badge tone={toneOfState[machine.state]}>{stateWords(t, machine.state)}</Badge>
        </h2>
        <p className={styles.text}>
          <bdi>{machine.address}</bdi>
        </p>
        <p className={styles.text}>{note}</p>
      </div>
      <div className={styles.ways}>
        <Link
          className={buttonClass({ variant: 'ghost' })}
          to={addressOf('openLocation', {
            latitude: String(machine.latitude),
            longitude: String(machine.longitude),
            name: machine.name,
            address: machine.address,
          })}
        >
          {t('station.where')}
        </Link>
        <Link className={buttonClass({ variant: 'ghost' })} to={addressOf('chooseLocation')}>
          {t('station.other')}
        </Link>
      </div>
    </div>
  )
}
