import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderSummary } from '#core/contract/entities/order.ts'
import type { Answered } from '#core/contract/exchange.ts'
import { addressList, saveAddress } from '#core/contract/services/addresses.ts'
import { goodsList } from '#core/contract/services/goods.ts'
import { orderCounts } from '#core/contract/services/orders.ts'
import { services } from '#core/contract/services.ts'
import { StampaError } from '#core/errors.ts'
import {
  callQuery,
  createQueryClient,
  forgetWithSession,
  queryKeyOf,
  write,
} from '#src/api/cached-calls.ts'
import { outdatedByWrites } from '#src/api/outdated-by.ts'
import { byPages, olderThan } from '#src/order/order-walks.ts'
import { itemsOf } from '#src/shell/calls/items-of.ts'

/** What the server was asked, and what it answers. */
const asked: string[] = []
let answer: (service: string) => Response | Promise<Response>
const ok = (data: unknown): Response => Response.json({ code: 0, status: true, data, msg: '' })
const refused = (refusal: string): Response =>
  Response.json({
    code: 409,
    status: false,
    msg: refusal,
    data: { refusal, params: {}, fields: {} },
  })

beforeEach(() => {
  asked.length = 0
  answer = () => ok([])
  vi.stubGlobal('fetch', async (_path: string, init: { body: string; signal?: AbortSignal }) => {
    const { body, signal } = init
    const { s } = JSON.parse(body)
    asked.push(s)
    signal?.throwIfAborted()
    return answer(s)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an answer', () => {
  it('is asked for once by everybody who shows it at the same time', async () => {
    const client = createQueryClient()
    await Promise.all([1, 2, 3].map(() => client.fetchQuery(callQuery(goodsList, {}))))
    expect(asked).toEqual(['Goods.getList'])
  })

  it('has its place by the contract’s name of the service, and the request', () => {
    expect(queryKeyOf(goodsList, {})).toEqual(['Goods.getList', {}])
    expect(queryKeyOf(goodsList, {}, { pageNum: 2 })).toEqual(['Goods.getList', {}, { pageNum: 2 }])
  })

  it('that is a refusal is thrown as our fault, and not asked for again', async () => {
    answer = () => refused('server-fault')
    const asking = createQueryClient(0).fetchQuery({ ...callQuery(goodsList, {}), retryDelay: 0 })
    await expect(asking).rejects.toMatchObject({ fault: { code: 'server-fault' } })
    await expect(asking).rejects.toBeInstanceOf(StampaError)
    expect(asked).toHaveLength(1)
  })

  it('that got lost on the way is asked for once more', async () => {
    answer = () => (asked.length === 1 ? Promise.reject(new TypeError('lost')) : ok([]))
    const client = createQueryClient(0)
    const observer = new QueryObserver(client, callQuery(goodsList, {}))
    const settled = new Promise((resolve) => {
      observer.subscribe(({ isSuccess }) => isSuccess && resolve(true))
    })
    await settled
    expect(asked).toHaveLength(2)
    observer.destroy()
  })

  it('that nobody waits for any more is cancelled on its way', async () => {
    let begun: AbortSignal | null | undefined
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      begun = signal
      return new Promise<Response>(() => {})
    })
    const observer = new QueryObserver(createQueryClient(), callQuery(goodsList, {}))
    const stop = observer.subscribe(() => {})
    expect(begun?.aborted).toBe(false)
    stop()
    expect(begun?.aborted).toBe(true)
  })
})

describe('a write', () => {
  it('has what it made old asked for again, and nothing else', async () => {
    const client = createQueryClient()
    await client.fetchQuery(callQuery(addressList, {}))
    await client.fetchQuery(callQuery(orderCounts, {}))
    await write(saveAddress, {} as never, {}, client)
    const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
    expect(isOld(queryKeyOf(addressList, {}))).toBe(true)
    expect(isOld(queryKeyOf(orderCounts, {}))).toBe(false)
  })

  it('that was refused makes old what was on screen too', async () => {
    const client = createQueryClient()
    await client.fetchQuery(callQuery(addressList, {}))
    answer = () => refused('address-unknown')
    const outcome = await write(saveAddress, {} as never, {}, client)
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'address-unknown' } })
    expect(client.getQueryState(queryKeyOf(addressList, {}))?.isInvalidated).toBe(true)
  })

  it('stands in the table, or the service is known to change nothing', () => {
    const changesNothing =
      /\.(getList|getTimeline|getLanguageList|detail|counts|info|quote|lineUp|stockList|follow|scan|mchineFontFamilyList|verifyToken|login|register|deviceLogin|logout|sendCode|sessions|site|neighbours|state|sales|statement|statementCsv|bills|bill|billCsv|withdrawalList|secondFactor|offer|job|machineList|auditTrail|orderList|orderDetail)$/
    const names = Object.values(services).map(({ name }) => name)
    const unplaced = names.filter((name) => !changesNothing.test(name) && !outdatedByWrites[name])
    expect(unplaced).toEqual([])
    const meant = Object.entries(outdatedByWrites).flatMap(([name, old]) => [name, ...old])
    expect(meant.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('the session', () => {
  const session = (first: string | null) => {
    let token = first
    let tell = () => {}
    return {
      token: () => token,
      onChange: (listener: () => void) => {
        tell = listener
      },
      become: (next: string | null) => {
        token = next
        tell()
      },
    }
  }

  it('takes every answer with it when it ends', async () => {
    const client = createQueryClient()
    const own = session('anna')
    forgetWithSession(own, client)
    await client.fetchQuery(callQuery(addressList, {}))
    own.become(null)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('drops an answer that comes after its end', async () => {
    const client = createQueryClient()
    const own = session('anna')
    forgetWithSession(own, client)
    let arrive: (late: Response) => void = () => {}
    answer = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    const asking = client.fetchQuery(callQuery(addressList, {})).catch(() => {})
    own.become(null)
    arrive(ok([]))
    await asking
    expect(client.getQueryData(queryKeyOf(addressList, {}))).toBeUndefined()
  })

  it('of somebody else shows nothing of the one before', async () => {
    const client = createQueryClient()
    const own = session('anna')
    forgetWithSession(own, client)
    const observer = new QueryObserver(client, callQuery(addressList, {}))
    await client.fetchQuery(callQuery(addressList, {}))
    const stop = observer.subscribe(() => {})
    answer = () => new Promise(() => {})
    own.become('bruno')
    expect(observer.getCurrentResult().data).toBeUndefined()
    stop()
  })
})

describe('a list of 110 orders', () => {
  const order = (index: number) => ({ order_number: `no-${index}`, placedAtMs: 1000 - index })
  const all = Array.from({ length: 110 }, (_, index) => order(index)) as unknown as OrderSummary[]

  it('is walked to its end in pages within the contract', async () => {
    const client = createQueryClient()
    const sizes: unknown[] = []
    const walked = await client.fetchInfiniteQuery({
      queryKey: ['orders'],
      queryFn: async ({ pageParam }): Promise<Answered<OrderSummary[]>> => {
        const { pageNum, pageSize } = pageParam as { pageNum: number; pageSize: number }
        sizes.push(pageSize)
        const from = (pageNum - 1) * pageSize
        return { value: all.slice(from, from + pageSize), count: all.length }
      },
      initialPageParam: byPages.first,
      getNextPageParam: (_last, pages) => byPages.next(pages),
      pages: 100,
    })
    expect(itemsOf(walked.pages, byPages.idOf)).toHaveLength(110)
    expect(Math.max(...sizes.map(Number))).toBeLessThanOrEqual(100)
  })

  it('goes back in time from the last that was shown, to the end', () => {
    const walk = olderThan(2000)
    expect(walk.first).toMatchObject({ beginTime: 2000, direction: 'older' })
    expect(walk.next([{ value: all.slice(0, 20), count: null }])).toMatchObject({
      beginTime: all[19]?.placedAtMs,
    })
    expect(walk.next([{ value: all.slice(100), count: null }])).toBeNull()
  })
})
