import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import type { Neighbour, OrderDetail } from '#core/contract/entities/order.ts'
import { moveToNeighbour, neighbours } from '#core/contract/services/orders.ts'
import { limits } from '#core/limits.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { showOrder } from '#src/order/use-order.ts'
import { readyWords } from '#src/order/wait-words.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import styles from './OrderDetailPage.module.css'

/** Other stations become free while somebody waits. */
const LOOK_EVERY_MS = 15_000

/** Why an order waits for its station, what happens now, and where else it can be printed. */
export function Held({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { date } = useFormats()
  // Held orders, and no others, may move.
  if (!isHeld(order)) return null
  return (
    <Card className={styles.held} role="status">
      <p>{t('held.text')}</p>
      <p className={styles.detail}>
        {t('held.until', { time: date(heldSinceMs(order) + limits.faultCureMs) })}
      </p>
      <Neighbours order={order} />
    </Card>
  )
}

const isHeld = ({ stage, pickup }: Pick<OrderDetail, 'stage' | 'pickup'>): boolean =>
  stepOrder({ stage, pickup }, 'moved-to-neighbour', 'customer').kind === 'moved'

/** A station that goes from one trouble to another keeps no order longer. */
function heldSinceMs({ history, pickup, changedAtMs }: OrderDetail): number {
  const before = history.findLastIndex(({ stage }) => !isHeld({ stage, pickup }))
  return history[before + 1]?.atMs ?? changedAtMs
}

function Neighbours({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation('store')
  const tell = useFaultToast()
  const [moving, setMoving] = useState(false)
  const { order_number, version } = order
  const { state, reload } = useCall(neighbours, { order_number }, { everyMs: LOOK_EVERY_MS })
  if (state.kind !== 'ready' || state.value.length === 0) return null
  const move = async ({ machine_id }: Neighbour) => {
    setMoving(true)
    const answer = await write(moveToNeighbour, { order_number, machine_id, version })
    setMoving(false)
    if (answer.ok) return showOrder(answer.value)
    tell(answer.fault)
    reload()
  }
  return (
    <section className={styles.neighbours} aria-labelledby="neighbours">
      <h3 id="neighbours" className={styles.subtitle}>
        {t('neighbours.title')}
      </h3>
      {order.pickup && <p className={styles.detail}>{t('neighbours.text')}</p>}
      <ul className={styles.neighbourList}>
        {state.value.map((neighbour) => (
          <li key={neighbour.machine_id} className={styles.neighbour}>
            <NeighbourWords neighbour={neighbour} />
            <Button disabled={moving} onClick={() => void move(neighbour)}>
              {t('neighbours.move')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NeighbourWords({ neighbour }: { readonly neighbour: Neighbour }) {
  const { t } = useTranslation('store')
  const { distance } = useFormats()
  const { name, address, sameSite, distanceM, ready } = neighbour
  return (
    <div className={styles.neighbourWords}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className={styles.detail}>
        {sameSite ? t('neighbours.here') : distance(distanceM)}
        {ready !== null && <> · {readyWords(t, ready)}</>}
      </span>
      {!sameSite && (
        <span className={styles.detail}>
          <bdi>{address}</bdi>
        </span>
      )}
    </div>
  )
}
