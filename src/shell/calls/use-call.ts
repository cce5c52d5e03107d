import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { type Fault, faultOf } from '#core/errors.ts'
import { callQuery, forgetWithSession, queryClient, queryKeyOf } from '#src/api/cached-calls.ts'
import { onLogin, storedLogin } from '#src/session/stored-login.ts'
import { useFaultToast } from '../fault-toast.ts'

forgetWithSession({ token: () => storedLogin()?.token ?? null, onChange: onLogin })

export type Called<T> =
  | { readonly kind: 'loading' }
  /** `outdated` while it answers the request before, and the new answer is on its way. */
  | { readonly kind: 'ready'; readonly value: T; readonly outdated: boolean }
  | { readonly kind: 'failed'; readonly fault: Fault }

export interface UseCallOptions {
  /** The answer to the request before stays until the new one has come. */
  readonly keepPrevious?: boolean
  /** Asked again so often while the page is looked at. */
  readonly everyMs?: number
}

/**
 * What a service answers: from the cache at once where it is known, asked again when the page is
 * opened or looked at again, when the request changes, and when `reload` is called. An answer that
 * is shown stays when asking again fails; that is said.
 * @param request null asks nothing yet
 */
export function useCall<Of extends Service>(
  service: Of,
  request: RequestOf<Of> | null,
  { keepPrevious = false, everyMs }: UseCallOptions = {},
) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    {
      ...(request === null
        ? { queryKey: queryKeyOf(service, request), queryFn: skipToken }
        : callQuery(service, request)),
      ...(keepPrevious && { placeholderData: keepPreviousData }),
      ...(everyMs !== undefined && { refetchInterval: everyMs }),
    },
    queryClient,
  )
  const reload = useReload(refetch)
  const state: Called<AnswerOf<Of>> = data
    ? { kind: 'ready', value: data.value, outdated: isPlaceholderData }
    : error
      ? { kind: 'failed', fault: faultOf(error) }
      : { kind: 'loading' }
  return { state, reload }
}

/** Asks again; where something is shown already a fault is said beside it. */
export function useReload(
  refetch: () => Promise<{ readonly data: unknown; readonly error: Error | null }>,
): () => void {
  const tell = useFaultToast()
  return useCallback(() => {
    void refetch().then(({ data, error }) => {
      if (error && data !== undefined) tell(faultOf(error))
    })
  }, [refetch, tell])
}
