import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { screenOf } from '#core/launch/screens.ts'
import { patient } from '#src/shell/patient.ts'
import { ordersWaitAtom } from '#src/state/orders-wait.ts'

const load = () => import('./WaitingOrderSender.tsx')
const Sender = lazy(patient(load))

/**
 * Where orders wait for the network, what sends them is fetched; it stays to say that they went. Who
 * is about to order has it before the network may be lost.
 */
export function WaitingOrders() {
  const wait = useAtomValue(ordersWaitAtom)
  const [waited, setWaited] = useState(wait)
  const isOrdering = screenOf(useLocation().pathname) === 'placeOrder'
  useEffect(() => {
    // One that does not come now is asked for when it is needed.
    if (isOrdering) load().catch(() => {})
  }, [isOrdering])
  if (wait && !waited) setWaited(true)
  return <Suspense fallback={null}>{waited && <Sender />}</Suspense>
}
