import fc from 'fast-check'
import { placeOrder } from '#core/contract/services/orders.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { unwrap } from '#core/errors.ts'
import { goodRequests, newCaller } from '../contract/good-requests.ts'
import { goodRequest, newCustomer, type Shop } from '../contract/shop.ts'
import { type Attack, attacks, damagedFiles, type Target } from './attacks.ts'
import { METRICS_TOKEN } from './target.ts'

/** What a campaign found. */
export interface Found {
  readonly sent: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byAnswer: Readonly<Record<string, number>>
  /** Requests that were answered by 500, or not at all. */
  readonly faults: readonly string[]
  /** Longest the server's event loop was held, by its own measure, and in half of the looks at it. */
  readonly heldMs: { readonly longest: number; readonly median: number }
  readonly memoryMb: { readonly before: number; readonly most: number; readonly after: number }
  readonly seconds: number
}

interface Campaign {
  readonly requests: number
  readonly seed: number
  /** Ends it before all requests are sent. */
  readonly withinMs?: number
}

const AT_ONCE = 6
/** Waits for a change or for half a minute: tested by itself. */
const left: readonly ServiceKey[] = ['followOrder']
/** Their good requests need an order, of which one is enough. */
const ofOrder: readonly ServiceKey[] = [
  'orderDetail',
  'cancelOrder',
  'chooseOfflinePayment',
  'receiveOrder',
]

/** Sends generated bad requests to a server and watches how it bears them. */
export async function attack(
  shop: Pick<Shop, 'url' | 'call' | 'context'>,
  { requests, seed, withinMs = Number.POSITIVE_INFINITY }: Campaign,
): Promise<Found> {
  const targets = await targetsIn(shop as Shop)
  const sample = fc.sample(attacks(targets, damagedFiles()), { numRuns: requests, seed })
  const began = performance.now()
  const counted = { byKind: new Map<string, number>(), byAnswer: new Map<string, number>() }
  const faults = new Set<string>()
  const watch = await watching(shop.url)
  let next = 0
  const sender = async () => {
    while (next < sample.length && performance.now() - began < withinMs) {
      const each = sample[next++]
      if (each === undefined) return
      const answer = await send(shop.url, each)
      increment(counted.byKind, each.kind)
      increment(counted.byAnswer, answer)
      if (/^(500|502|503|504|none)/.test(answer)) faults.add(`${answer} ${described(each)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return {
    sent: next,
    byKind: Object.fromEntries(counted.byKind),
    byAnswer: Object.fromEntries(
      [...counted.byAnswer].toSorted(([one], [other]) => one.localeCompare(other)),
    ),
    faults: [...faults],
    ...(await watch.end()),
    seconds: Math.round((performance.now() - began) / 1000),
  }
}

const increment = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
const described = ({ kind, method, path, headers, body }: Attack) =>
  `${kind} ${method} ${path} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 1500)}`

/** A customer of its own for every call, so that one that signs out does not end the others. */
async function targetsIn(shop: Shop): Promise<Target[]> {
  const owner = await newCustomer(shop)
  const order = await goodRequest(shop, owner)
  const { order_number } = unwrap(await shop.call(placeOrder, order, { token: owner })).value
  const targets: Target[] = []
  for (const key of Object.keys(services) as ServiceKey[]) {
    if (left.includes(key)) continue
    if (ofOrder.includes(key)) {
      targets.push({ key, token: owner, good: { order_number } })
      continue
    }
    const token = await newCaller(shop, key)
    targets.push({ key, token, good: await goodRequests[key](shop, token) })
  }
  return targets
}

async function send(url: string, { method, path, headers, body, upload }: Attack): Promise<string> {
  try {
    const began = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && method !== 'GET' && { body: body as BodyInit }),
      signal: AbortSignal.timeout(30_000),
    })
    const location = began.headers.get('location')
    if (upload === undefined || location === null) return await answerOf(began)
    const sent = await fetch(new URL(location, url), {
      method: 'PATCH',
      headers: {
        token: headers['token'] ?? '',
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
      body: upload as BodyInit,
    })
    return await answerOf(sent)
  } catch (thrown) {
    // What no client can send at all says nothing of the server.
    const code =
      thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : ''
    return /ECONNRESET|other side closed|EPIPE/.test(code)
      ? 'cut'
      : `none ${String(thrown)} ${code}`
  }
}

/** The business code of an envelope, or the status of anything else. */
async function answerOf(response: Response): Promise<string> {
  const text = await response.text()
  if (response.status >= 500) return String(response.status)
  try {
    const { code } = JSON.parse(text)
    return code === undefined ? `HTTP ${response.status}` : String(code)
  } catch {
    return `HTTP ${response.status}`
  }
}

/** Reads the server's own metrics four times a second. */
async function watching(url: string) {
  const looks: { readonly heldMs: number; readonly memoryMb: number }[] = []
  const look = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    const read = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0)
    looks.push({
      heldMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
      memoryMb: Math.round(read('process_resident_memory_bytes') / 1e6),
    })
  }
  await look()
  const before = looks.pop()?.memoryMb ?? 0
  let ended = false
  const looking = (async () => {
    while (!ended) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  return {
    end: async () => {
      ended = true
      await looking
      await look()
      const held = looks.map(({ heldMs }) => Math.round(heldMs)).toSorted((one, two) => one - two)
      const most = Math.max(...looks.map(({ memoryMb }) => memoryMb))
      return {
        heldMs: { longest: held.at(-1) ?? 0, median: held[held.length >> 1] ?? 0 },
        memoryMb: { before, most, after: looks.at(-1)?.memoryMb ?? 0 },
      }
    },
  }
}
