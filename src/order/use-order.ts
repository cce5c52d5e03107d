import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isOver } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { followOrder, orderDetail } from '#core/contract/services/orders.ts'
import { type ErrorCode, StampaError, succeed } from '#core/errors.ts'
import { callQuery, queryClient } from '#src/api/cached-calls.ts'
import { call } from '#src/api/calls.ts'
import { type Called, useCall } from '#src/shell/calls/use-call.ts'
import { loginAtom } from '#src/state/session.ts'
import { nextVersion } from './follow-order.ts'

const refused = (code: ErrorCode): Called<never> => ({
  kind: 'failed',
  fault: new StampaError(code).fault,
})

/** The order that the address names, as it changes. An address without one is not asked about. */
export function useOrder() {
  const [parameters] = useSearchParams()
  const signedIn = useAtomValue(loginAtom) !== null
  const named = orderDetail.request.safeParse({ order_number: parameters.get('order') })
  const orderNumber = named.success ? named.data.order_number : null
  const request = signedIn && orderNumber !== null ? { order_number: orderNumber } : null
  const { state, reload } = useCall(orderDetail, request)
  const order = state.kind === 'ready' ? state.value : null
  useFollowing(order)
  const shown = !named.success
    ? refused('order-unknown')
    : signedIn
      ? state
      : refused('not-authorised')
  return { state: shown, reload }
}

/** Shows an order that a call answered, unless a later version is shown already. */
export function showOrder(order: OrderDetail): void {
  const { queryKey } = callQuery(orderDetail, { order_number: order.order_number })
  queryClient.setQueryData(queryKey, (shown) =>
    shown && shown.value.version > order.version ? shown : { value: order, count: null },
  )
}

/** Money is on its way when the order is over already. */
const mayChange = ({ status, money }: OrderDetail): boolean =>
  !isOver(status) || money === 'taking' || money === 'returning'

function useFollowing(order: OrderDetail | null): void {
  const orderNumber = order !== null && mayChange(order) ? order.order_number : null
  const version = order?.version ?? 0
  const money = order?.money ?? 'none'
  const follow = useCallback(
    async (number: string, signal: AbortSignal) => {
      const request = { order_number: number, version, money }
      const ask = async () => {
        const answer = await call(followOrder, request, { signal })
        return answer.ok ? succeed(answer.value.value) : answer
      }
      const changed = await nextVersion({ shown: { version, money }, ask, signal })
      if (changed !== null) showOrder(changed)
    },
    [version, money],
  )
  useEffect(() => {
    if (orderNumber === null) return
    const stop = new AbortController()
    void follow(orderNumber, stop.signal)
    return () => stop.abort()
  }, [orderNumber, follow])
}
