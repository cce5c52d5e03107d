import { useAtomValue } from 'jotai'
import { waitingOrdersAtom } from '#src/state/waiting-orders.ts'
import styles from './WaitingOrderCard.module.css'
import { WaitingOrderCard } from './WaitingOrderCard.tsx'

/** Every order of this customer that waits for the network. */
export default function WaitingOrders() {
  const orders = useAtomValue(waitingOrdersAtom)
  if (orders.length === 0) return null
  return (
    <div className={styles.list}>
      {orders.map((order) => (
        <WaitingOrderCard key={order.design.id} order={order} />
      ))}
    </div>
  )
}
