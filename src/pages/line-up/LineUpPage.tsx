import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type QueueZone, queueZones } from '#core/commerce/orders/order-status.ts'
import type { AnswerOf } from '#core/contract/service.ts'
import { lineUp, machineDetail } from '#core/contract/services/machines.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { stageWords } from '#src/order/stage-words.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { stateWords, toneOfState } from '#src/shell/station-words.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './LineUpPage.module.css'

/** The queue is asked again by itself while it is looked at. */
const LOOK_EVERY_MS = 10_000

type Ticket = AnswerOf<typeof lineUp>[number]

/** The station's print queue by zone; own orders stand out. */
export default function LineUpPage() {
  const { t } = useTranslation('store')
  const machineId = useAtomValue(machineIdAtom)
  const request = machineId === null ? null : { machine_id: machineId }
  const machine = useCall(machineDetail, request)
  const queue = useCall(lineUp, request, { everyMs: LOOK_EVERY_MS })
  const refresh = () => {
    machine.reload()
    queue.reload()
  }
  return (
    <Page title={t('lineUp.pageTitle')} onRefresh={refresh}>
      <Loaded state={machine.state} reload={machine.reload} lines={1}>
        {({ name, state }) => (
          <p className={styles.station}>
            <bdi>{name}</bdi> <Badge tone={toneOfState[state]}>{stateWords(t, state)}</Badge>
          </p>
        )}
      </Loaded>
      <Loaded state={queue.state} reload={queue.reload}>
        {(tickets) => (
          <div className={styles.zones} aria-live="polite">
            {queueZones.map((zone) => (
              <Zone key={zone} zone={zone} tickets={tickets.filter((each) => each.zone === zone)} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Zone({ zone, tickets }: { zone: QueueZone; tickets: readonly Ticket[] }) {
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

function TicketCard({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation(['store', 'shop'])
  const { ago } = useFormats()
  const own = ticket.order_number !== null
  const content = (
    <>
      <strong className={styles.number}>{ticket.printNumber}</strong>
      <span className={styles.words}>
        <span>{stageWords(t, ticket.stage)}</span>
        <span className={styles.detail}>
          {t(ticket.kind === 'cake' ? 'shop:choice.cake' : 'shop:choice.case')} ·{' '}
          {ago(ticket.sinceMs)}
        </span>
      </span>
      {own && <Badge tone="accent">{t('lineUp.yours')}</Badge>}
    </>
  )
  const look = classNames(styles.ticket, own && styles.own)
  return ticket.order_number === null ? (
    <div className={look}>{content}</div>
  ) : (
    <Link className={look} to={addressOf('orderDetail', { order: ticket.order_number })}>
      {content}
    </Link>
  )
}
