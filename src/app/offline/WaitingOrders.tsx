import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { ordersWaitAtom } from '#src/state/orders-wait.ts'

const Sender = lazy(() => import('./WaitingOrderSender.tsx'))

/** Where orders wait for the network, what sends them is fetched; it stays to say that they went. */
export function WaitingOrders() {
  const wait = useAtomValue(ordersWaitAtom)
  const [waited, setWaited] = useState(wait)
  if (wait && !waited) setWaited(true)
  return <Suspense fallback={null}>{waited && <Sender />}</Suspense>
}
