import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { patient } from '#src/shell/patient.ts'
import { ordersWaitAtom } from '#src/state/orders-wait.ts'

const WaitingOrders = lazy(patient(() => import('./WaitingOrders.tsx')))

/** The orders that wait for the network, where there are any. */
export function WaitingOrdersHere() {
  if (!useAtomValue(ordersWaitAtom)) return null
  return (
    <Suspense fallback={null}>
      <WaitingOrders />
    </Suspense>
  )
}
