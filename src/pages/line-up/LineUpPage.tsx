import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type QueueZone, queueZones } from '#core/commerce/orders/order-status.ts'
import type { AnswerOf } from '#core/contract/service.ts'
import { siteMachines } from '#core/contract/services/machines.ts'
import type { LiveTicket } from '#src/order/queue-feed.ts'
import { useQueue } from '#src/order/use-queue.ts'
import { readyWords, reasonWords } from '#src/order/wait-words.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { stateWords, toneOfState, waitingWords } from '#src/shell/station-words.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { QrCodeIcon } from '#src/ui/icons.ts'
import styles from './LineUpPage.module.css'
import { TicketCard } from './TicketCard.tsx'

/** Machines beside this one are asked again so often; the queue that is shown is told. */
const LOOK_EVERY_MS = 20_000

/** The station's print queue by zone, as it changes; own orders stand out. */
export default function LineUpPage() {
  const { t } = useTranslation('store')
  const scanned = useAtomValue(machineIdAtom)
  const [chosen, setChosen] = useState<string | null>(null)
  const machineId = chosen ?? scanned
  const request = scanned === null ? null : { machine_id: scanned }
  const site = useCall(siteMachines, request, { everyMs: LOOK_EVERY_MS })
  const queue = useQueue(machineId)
  const refresh = () => {
    site.reload()
    queue.reload()
  }
  if (machineId === null) return <NoStation />
  return (
    <Page title={t('lineUp.pageTitle')} onRefresh={refresh}>
      <Loaded state={site.state} reload={site.reload} lines={1}>
        {(machines) => <Machines machines={machines} chosen={machineId} choose={setChosen} />}
      </Loaded>
      <p className={styles.lost} role="status">
        {queue.lost && t('lineUp.lost')}
      </p>
      <Loaded state={queue.state} reload={queue.reload}>
        {({ machine, tickets }) => (
          <>
            <Reasons faults={machine.faults} />
            <div className={styles.zones} aria-live="polite">
              {queueZones.map((zone) => (
                <Zone
                  key={zone}
                  zone={zone}
                  tickets={tickets.filter((each) => each.zone === zone)}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

type SiteMachine = AnswerOf<typeof siteMachines>[number]

/** The machine whose queue is shown; where several stand in one place, how they compare. */
function Machines(props: {
  readonly machines: readonly SiteMachine[]
  readonly chosen: string
  readonly choose: (machineId: string) => void
}) {
  const { machines, chosen, choose } = props
  const { t } = useTranslation('store')
  const shown = machines.find(({ machine_id }) => machine_id === chosen)
  return (
    <>
      {machines.length > 1 && (
        <ChoiceCards
          label={t('lineUp.pageTitle')}
          hideLabel
          look="row"
          minSize="11rem"
          value={chosen}
          onChange={choose}
          options={machines.map(({ machine_id, name, waiting, ready, state }) => ({
            value: machine_id,
            label: name,
            note: ready === null ? stateWords(t, state) : readyNote(waiting, readyWords(t, ready)),
          }))}
        />
      )}
      {shown && (
        <p className={styles.station}>
          <bdi>{shown.name}</bdi>{' '}
          <Badge tone={toneOfState[shown.state]}>{stateWords(t, shown.state)}</Badge>
        </p>
      )}
    </>
  )

  function readyNote(waiting: number, ready: string) {
    return `${waitingWords(t, waiting)} · ${ready}`
  }
}

function Reasons({ faults }: { faults: readonly string[] }) {
  const { t } = useTranslation('store')
  const reasons = reasonWords(t, faults)
  return reasons.length === 0 ? null : <p className={styles.reasons}>{reasons.join(' · ')}</p>
}

function NoStation() {
  const { t } = useTranslation('store')
  return (
    <Page title={t('lineUp.pageTitle')}>
      <EmptyState
        illustration={<QrCodeIcon />}
        title={t('station.none')}
        action={
          <Link className={buttonClass({ variant: 'primary' })} to={addressOf('chooseLocation')}>
            {t('station.choose')}
          </Link>
        }
      />
    </Page>
  )
}

function Zone({ zone, tickets }: { zone: QueueZone; tickets: readonly LiveTicket[] }) {
  const { t } = useTranslation('store')
  return (
    <section className={styles.zone} data-zone={zone} aria-labelledby={`zone-${zone}`}>
      <h2 className={styles.title} id={`zone-${zone}`}>
        {t(`lineUp.zones.${zone}`)} <span className={styles.count}>{tickets.length}</span>
      </h2>
      {tickets.length === 0 ? (
        <p className={styles.empty}>{t('lineUp.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {tickets.map((ticket) => (
            <li key={ticket.printNumber}>
              <TicketCard ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
