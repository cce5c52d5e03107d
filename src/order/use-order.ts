import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { followOrder, orderDetail } from '#core/contract/services/orders.ts'
import { call } from '#src/api/calls.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { isOver } from './stage-words.ts'

/** A follower whose call failed waits so long before it asks again. */
const PAUSE_MS = 5000

/** The order that the address names, as it changes. */
export function useOrder() {
  const [parameters] = useSearchParams()
  const orderNumber = parameters.get('order')
  const called = useCall(orderDetail, orderNumber === null ? null : { order_number: orderNumber })
  const { state, show } = called
  const version = state.kind === 'ready' ? state.value.version : null
  const over = state.kind === 'ready' && isOver(state.value.status)
  useEffect(() => {
    if (version === null || orderNumber === null || over) return
    const stop = new AbortController()
    const request = { order_number: orderNumber, version }
    const follow = async () => {
      while (!stop.signal.aborted) {
        const answer = await call(followOrder, request, { signal: stop.signal })
        if (stop.signal.aborted) return
        if (!answer.ok) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        else if (answer.value.value.version !== version) return show(answer.value.value)
      }
    }
    void follow()
    return () => stop.abort()
  }, [version, orderNumber, over, show])
  return called
}
