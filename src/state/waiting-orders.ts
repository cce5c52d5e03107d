import { atom, type Setter } from 'jotai'
import type { Money } from '#core/commerce/money/money.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { type Fault, outcomeOf } from '#core/errors.ts'
import { lostOnTheWay } from '#src/api/cached-calls.ts'
import { deploymentSettings } from '#src/api/settings.ts'
import {
  deleteWaitingOrder,
  listWaitingOrders,
  type WaitingOrder,
  waitingOrderSchema,
  writeWaitingOrder,
} from '../storage/waiting-order-store.ts'
import {
  type Placement,
  placementJobAtom,
  runPlacementAtom,
  stopPlacementAtom,
} from './place-order.ts'
import { loginAtom } from './session.ts'

/** An order that was pressed longer ago is sent only when its customer says so once more. */
const SENT_BY_ITSELF_MS = 15 * 60_000
/** Held while this device sends, so that two tabs do not. */
const SENDING_LOCK = 'stampa-waiting-orders'
/** Whether anybody answers is found out within this. */
const ASK_WITHIN_MS = 5000

export type { WaitingOrder }

const listAtom = atom<readonly WaitingOrder[]>([])

/** This customer's orders that wait for the network, the oldest first. */
export const waitingOrdersAtom = atom((get) => {
  const customerId = get(loginAtom)?.id
  return get(listAtom).filter((order) => order.customerId === customerId)
})

/** Whether an order is sent without its customer being asked once more. */
export const isSentByItself = ({ orderedAtMs }: WaitingOrder, nowMs = Date.now()): boolean =>
  nowMs - orderedAtMs < SENT_BY_ITSELF_MS

export const loadWaitingOrdersAtom = atom(null, (_get, set) => load(set))

async function load(set: Setter): Promise<readonly WaitingOrder[]> {
  const orders = await listWaitingOrders()
  if (orders.ok) set(listAtom, orders.value)
  return orders.ok ? orders.value : []
}

/**
 * Places an order. Where the network is lost it waits on this device, with what its customer agreed
 * to, and the same key: an order whose answer alone was lost is the same order.
 * @returns null where it failed, waits or was stopped
 */
export const orderAtom = atom(
  null,
  async (get, set, placement: Placement, total: Money): Promise<OrderDetail | null> => {
    const draftId = placement.design.id
    if (get(listAtom).some(({ design }) => design.id === draftId)) await forget(set, draftId)
    const outcome = navigator.onLine ? await set(runPlacementAtom, placement) : null
    if (outcome?.ok) return outcome.value
    const isLost = outcome === null ? !navigator.onLine : lostOnTheWay.includes(outcome.fault.code)
    if (isLost) await hold(set, placement, total, get(loginAtom)?.id ?? '')
    return null
  },
)

async function hold(set: Setter, placement: Placement, total: Money, customerId: string) {
  const order = waitingOrderSchema.parse({
    ...placement,
    total,
    customerId,
    orderedAtMs: Date.now(),
    refusal: null,
  })
  // Where the device keeps nothing the order waits as long as this page lives.
  await writeWaitingOrder(order)
  const others = (orders: readonly WaitingOrder[]) =>
    orders.filter(({ design }) => design.id !== order.design.id)
  set(listAtom, (orders) => [...others(orders), order])
}

async function forget(set: Setter, draftId: string): Promise<void> {
  await deleteWaitingOrder(draftId)
  set(listAtom, (orders) => orders.filter(({ design }) => design.id !== draftId))
}

/** Takes an order back that was not sent; one that is being sent is stopped, if it still can be. */
export const callOffAtom = atom(null, async (get, set, draftId: string): Promise<void> => {
  if (get(sendingAtom) === draftId && get(placementJobAtom).kind === 'running') {
    return set(stopPlacementAtom)
  }
  await forget(set, draftId)
})

/** What became of an order that waited. */
export interface SentOrder {
  readonly draftId: string
  readonly order: OrderDetail | null
  readonly refusal: Fault | null
}

/** What became of orders, until it was said. */
export const sentOrdersAtom = atom<readonly SentOrder[]>([])
const sendingAtom = atom<string | null>(null)

/**
 * Sends what waits.
 * @param agreedTo the draft whose order its customer wants sent, however old it is
 * @returns false where nobody answers
 */
export const sendWaitingOrdersAtom = atom(
  null,
  async (get, set, agreedTo?: string): Promise<boolean> => {
    const isDue = (order: WaitingOrder) =>
      order.refusal === null && (isSentByItself(order) || order.design.id === agreedTo)
    if (!get(waitingOrdersAtom).some(isDue)) return true
    if (!(await isAnswered())) return false
    await alone(async () => {
      await load(set)
      for (const order of get(waitingOrdersAtom).filter(isDue)) {
        const done = await send(set, order)
        if (done === 'later') break
        if (done !== 'called-off') set(sentOrdersAtom, (sent) => [...sent, done])
      }
    })
    return true
  },
)

async function send(
  set: Setter,
  waiting: WaitingOrder,
): Promise<SentOrder | 'later' | 'called-off'> {
  const draftId = waiting.design.id
  set(sendingAtom, draftId)
  const outcome = await set(runPlacementAtom, waiting, true)
  set(sendingAtom, null)
  if (outcome === null) return 'later'
  if (outcome.ok) {
    await forget(set, draftId)
    return { draftId, order: outcome.value, refusal: null }
  }
  const { fault } = outcome
  if (fault.code === 'cancelled') {
    await forget(set, draftId)
    return 'called-off'
  }
  if (fault.code === 'signed-out' || lostOnTheWay.includes(fault.code)) return 'later'
  const refusal = { code: fault.code, params: fault.params }
  await writeWaitingOrder({ ...waiting, refusal })
  await load(set)
  return { draftId, order: null, refusal: fault }
}

const isAnswered = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  return (await outcomeOf(() => deploymentSettings(AbortSignal.timeout(ASK_WITHIN_MS)))).ok
}

async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return await work()
  await navigator.locks.request(SENDING_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}
