import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Answered, CallContext } from '#core/contract/exchange.ts'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { type Fault, faultOf, type Outcome, succeed, unwrap } from '#core/errors.ts'
import { type CallOptions, call } from './calls.ts'
import { freshMsOf, outdatedBy } from './outdated-by.ts'

/** Faults of the way to the server, not of what was asked: they are worth a second try. */
export const lostOnTheWay: readonly Fault['code'][] = [
  'network-abnormal',
  'network-timeout',
  'no-answer',
]

const RETRY_MS = 1000

/**
 * Answers of the contract's services as long as they are shown, and a little longer. A device that
 * is offline is told so at once, instead of waiting for a network.
 */
export const createQueryClient = (retryMs: number = RETRY_MS): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, thrown) => failures < 1 && lostOnTheWay.includes(faultOf(thrown).code),
        retryDelay: retryMs,
      },
    },
  })

export const queryClient = createQueryClient()

/** An answer's place in the cache: the contract's name of the service, the request, the page. */
export const queryKeyOf = <Of extends Service>(
  service: Of,
  request: RequestOf<Of> | null,
  paging?: CallContext['paging'],
): readonly unknown[] => [service.name, request, ...(paging === undefined ? [] : [paging])]

/** How a service's answer is asked for and kept; its fault is thrown as a `StampaError`. */
export const callQuery = <Of extends Service>(service: Of, request: RequestOf<Of>) =>
  queryOptions<Answered<AnswerOf<Of>>>({
    queryKey: queryKeyOf(service, request),
    queryFn: async ({ signal }) => unwrap(await call(service, request, { signal })),
    staleTime: freshMsOf(service.name),
  })

/**
 * Calls a service that changes something, and asks again what it made old. So it does after a
 * refusal and a lost answer too: what is on screen may be what was wrong.
 */
export async function write<Of extends Service>(
  service: Of,
  request: RequestOf<Of>,
  options: CallOptions = {},
  client: QueryClient = queryClient,
): Promise<Outcome<AnswerOf<Of>>> {
  const answer = await call(service, request, options)
  for (const name of outdatedBy(service.name)) {
    void client.invalidateQueries({ queryKey: [name] })
  }
  return answer.ok ? succeed(answer.value.value) : answer
}

/**
 * Nothing of a customer's outlives their session: signing out empties the cache, another login asks
 * everything again.
 */
export function forgetWithSession(
  session: {
    readonly token: () => string | null
    readonly onChange: (listener: () => void) => void
  },
  client: QueryClient = queryClient,
): void {
  let token = session.token()
  session.onChange(() => {
    if (session.token() === token) return
    token = session.token()
    if (token === null) return client.clear()
    client.removeQueries({ type: 'inactive' })
    void client.resetQueries()
  })
}
