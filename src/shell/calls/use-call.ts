import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import type { Fault } from '#core/errors.ts'
import { type CallOptions, call } from '#src/api/calls.ts'

export type Called<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T; readonly count: number | null }
  | { readonly kind: 'failed'; readonly fault: Fault }

/**
 * What a service answers, asked again when the request changes or `reload` is called. What was shown
 * stays until the new answer has come.
 * @param request null asks nothing yet
 */
export function useCall<Of extends Service>(
  service: Of,
  request: RequestOf<Of> | null,
  paging?: CallOptions['paging'],
) {
  type Answer = AnswerOf<Of>
  const [state, setState] = useState<Called<Answer>>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const asked = JSON.stringify([request, paging])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for request and paging
  useEffect(() => {
    if (request === null) return
    const stop = new AbortController()
    const options = { signal: stop.signal, ...(paging && { paging }) }
    void call(service, request, options).then((outcome) => {
      if (stop.signal.aborted) return
      if (outcome.ok) setState({ kind: 'ready', ...outcome.value })
      else setState({ kind: 'failed', fault: outcome.fault })
    })
    return () => stop.abort()
  }, [service, asked, attempt])
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  const show = useCallback((value: Answer) => setState({ kind: 'ready', value, count: null }), [])
  return { state, reload, show }
}
