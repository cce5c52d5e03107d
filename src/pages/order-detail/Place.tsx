import { useTranslation } from 'react-i18next'
import { stepOf } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useQueue } from '#src/order/use-queue.ts'
import { placeWords, readyWords, reasonWords } from '#src/order/wait-words.ts'
import { stateWords, toneOfState } from '#src/shell/station-words.ts'
import { Badge } from '#src/ui/Badge.tsx'
import styles from './OrderDetailPage.module.css'

/** Where an order stands in its station's queue, as it changes, and what its printer reports. */
export function Place({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const waits = ['queue', 'print'].includes(stepOf(order.stage))
  const { state, lost } = useQueue(waits ? order.machine_id : null)
  if (!waits) return null
  const queue = state.kind === 'ready' ? state.value : null
  const ticket = queue?.tickets.find((each) => each.order_number === order.order_number)
  const reasons = reasonWords(t, queue?.machine.faults ?? [])
  return (
    <section className={styles.place} aria-live="polite" data-place>
      <p className={styles.station}>
        <bdi>{order.machineName}</bdi>
        {queue !== null && (
          <Badge tone={toneOfState[queue.machine.state]}>
            {stateWords(t, queue.machine.state)}
          </Badge>
        )}
      </p>
      {reasons.length > 0 && <p>{reasons.join(' · ')}</p>}
      {order.stage === 'print-unknown' && <p>{t('order.unknownText')}</p>}
      {ticket?.zone === 'queue' && ticket.before !== null && (
        <p className={styles.before}>{placeWords(t, ticket.before)}</p>
      )}
      {ticket?.ready && <p className={styles.ready}>{readyWords(t, ticket.ready)}</p>}
      {lost && <p className={styles.detail}>{t('lineUp.lost')}</p>}
    </section>
  )
}
