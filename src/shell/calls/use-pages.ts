import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Answered } from '#core/contract/exchange.ts'
import type { Service } from '#core/contract/service.ts'
import { faultOf, unwrap } from '#core/errors.ts'
import { queryClient, queryKeyOf } from '#src/api/cached-calls.ts'
import { type CallOptions, call } from '#src/api/calls.ts'
import { useFaultToast } from '../fault-toast.ts'
import { itemsOf } from './items-of.ts'
import { type Called, useReload } from './use-call.ts'

type Paging = NonNullable<CallOptions['paging']>

/** How a list is walked through: where it begins, and where it goes on; null at its end. */
export interface Walk<Item> {
  readonly first: Paging
  readonly next: (pages: readonly Answered<readonly Item[]>[]) => Paging | null
  /** What makes an item itself: one that moved to the next page meanwhile is shown once. */
  readonly idOf: (item: Item) => string
}

/** A list as far as it was asked for. */
export interface Pages<Item> {
  readonly state: Called<readonly Item[]>
  readonly reload: () => void
  /** Asks for the next page; null at the end. */
  readonly more: (() => void) | null
  readonly loadingMore: boolean
}

/** A list that is asked for page by page, as far as the customer wants to see. */
export function usePages<Request extends z.ZodObject, Item>(
  service: Service<Request, z.ZodType<Item[]>>,
  request: z.input<Request>,
  { first, next, idOf }: Walk<Item>,
): Pages<Item> {
  type Page = Answered<Item[]>
  type Walked = InfiniteData<Page, Paging>
  const query = useInfiniteQuery<Page, Error, Walked, readonly unknown[], Paging>(
    {
      queryKey: queryKeyOf(service, request, first),
      queryFn: async ({ signal, pageParam }) =>
        unwrap(await call(service, request, { signal, paging: pageParam })),
      initialPageParam: first,
      getNextPageParam: (_last, pages) => next(pages),
    },
    queryClient,
  )
  const tell = useFaultToast()
  const more = () =>
    void query.fetchNextPage().then(({ error }) => {
      if (error) tell(faultOf(error))
    })
  return {
    state: query.data
      ? { kind: 'ready', value: itemsOf(query.data.pages, idOf), outdated: false }
      : query.error
        ? { kind: 'failed', fault: faultOf(query.error) }
        : { kind: 'loading' },
    reload: useReload(query.refetch),
    more: query.hasNextPage ? more : null,
    loadingMore: query.isFetchingNextPage,
  }
}
