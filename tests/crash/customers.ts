import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type OrderStage, stepOf } from '#core/commerce/orders/order-status.ts'
import { type TestCard, testCards } from '#core/commerce/payments/test-cards.ts'
import { CARD_PAGE_PATH } from '#core/contract/card-page.ts'
import { cancelOrder, orderDetail, placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { newDesign } from '#core/design/create.ts'
import type { Outcome } from '#core/errors.ts'
import { unwrap } from '#core/errors.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../contract/order-requests.ts'
import { TEST_SECRET } from '../contract/run-server.ts'
import { callAt, newCustomer, type OrderRequest } from '../contract/shop.ts'
import { again, TRY_MS } from '../fixtures/again.ts'
import { stations } from './deployment.ts'

const ANSWER_MS = 4_000
/** What takes longer is held, or its payment unknown, and settled in the end. */
const PRINT_MS = 60_000
/** Faults of a server that was killed, or is away: the same is asked again. */
const passing = new Set(['no-answer', 'network-abnormal', 'server-fault', 'payment-unavailable'])

/** How often customers do what; the rest pays by a good card. */
const habits: readonly (readonly [number, TestCard | 'leave' | 'cancel-late'])[] = [
  [0.04, 'leave'],
  [0.06, 'cancel-late'],
  [0.04, 'no-answer'],
  [0.04, 'late-webhook'],
  [0.1, 'repeated-webhook'],
  [0.04, 'confirm'],
  [0.04, 'declined'],
]

function habit(): TestCard | 'leave' | 'cancel-late' {
  let drawn = Math.random()
  for (const [share, name] of habits) {
    drawn -= share
    if (drawn < 0) return name
  }
  return 'success'
}

/** Whoever places orders, one after the other, and what they were told. */
export interface Shoppers {
  /** Order numbers that a customer holds as placed. */
  readonly placed: ReadonlySet<string>
  readonly done: Promise<void>
}

/** Customers of both machines place and pay `count` orders. */
export function sendShoppers(url: string, count: number, atOnce: number): Shoppers {
  const placed = new Set<string>()
  let begun = 0
  const shopper = async (index: number) => {
    const machine = stations[index % stations.length] ?? 'M001'
    const { token, request } = await again(() => prepare(url, machine))
    while (begun < count) {
      begun++
      const number = await place(url, token, request)
      placed.add(number)
      const how = habit()
      if (how === 'leave') continue
      await pay(url, token, number, how)
      await untilPrinted(url, token, number)
    }
  }
  const done = Promise.all(Array.from({ length: atOnce }, (_, index) => shopper(index)))
  return { placed, done: done.then(() => {}) }
}

async function prepare(url: string, machine_id: string) {
  const token = await newCustomer({ url })
  const product = blackCase()
  const basket = { machine_id, quantity: 1, pickup: true, coupon: '' }
  const quote = unwrap(await callAt(url, quoteOrder, { ...basket, product }, { token })).value
  const request: OrderRequest = {
    ...basket,
    claim: createClaims(TEST_SECRET).forSession(machine_id),
    design: newDesign(product, randomUUID()),
    printFile: await upload({ url }, token, printOf(product, randomUUID())),
    expectedTotalMinor: quote.total.minor,
    idempotencyKey: randomUUID(),
  }
  return { token, request }
}

async function place(url: string, token: string, request: OrderRequest): Promise<string> {
  // Scanned anew: a session's claim does not last as long as a campaign.
  const claim = createClaims(TEST_SECRET).forSession(request.machine_id)
  const wanted = { ...request, claim, idempotencyKey: randomUUID() }
  return await again(async () => {
    const answer = await callAt(url, placeOrder, wanted, { token })
    return unwrap(answer).value.order_number
  })
}

async function pay(
  url: string,
  token: string,
  order_number: string,
  how: TestCard | 'cancel-late',
) {
  const begun = await againOr(() => callAt(url, beginPayment, { order_number }, { token }))
  if (begun === null) return
  const { payUrl } = begun.value
  const reference = new URL(payUrl ?? '', url).searchParams.get('reference') ?? ''
  const card = how === 'cancel-late' ? 'success' : how
  const paying = atCardPage(url, reference, 'pay', card)
  // Both at the same time: whoever comes first.
  if (how === 'cancel-late') {
    await pause(Math.random() * 1500)
    await againOr(() => callAt(url, cancelOrder, { order_number }, { token }))
  }
  await paying
  if (card === 'confirm') await atCardPage(url, reference, 'confirm', card)
  if (card === 'declined') await atCardPage(url, reference, 'pay', 'success')
}

/** Waits for the print, if not for ever: so orders are placed no faster than they are printed. */
async function untilPrinted(url: string, token: string, order_number: string): Promise<void> {
  for (const until = Date.now() + PRINT_MS; Date.now() < until; await pause(TRY_MS)) {
    const answer = await callAt(url, orderDetail, { order_number }, { token }).catch(() => null)
    if (answer?.ok && !isUnderWay(answer.value.value)) return
  }
}

const isUnderWay = ({ stage }: { readonly stage: OrderStage }): boolean =>
  ['payment', 'queue', 'print'].includes(stepOf(stage)) && stage !== 'print-unknown'

/** Sends a card until some answer comes, but for the card that none comes for. */
async function atCardPage(url: string, reference: string, call: string, card: TestCard) {
  const said = { number: testCards[card], expiry: '12/40', cvc: '123', approved: true }
  await again(async () => {
    const response = await fetch(`${url}${CARD_PAGE_PATH}/${reference}/${call}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(said),
      signal: AbortSignal.timeout(card === 'no-answer' ? 300 : ANSWER_MS),
    }).catch((thrown: unknown) => {
      if (card === 'no-answer') return null
      throw thrown
    })
    if (response !== null && response.status >= 500) throw new Error(`HTTP ${response.status}`)
    await response?.arrayBuffer()
  })
}

/** Again while it is a passing fault; null where it is refused. */
async function againOr<Answer>(work: () => Promise<Outcome<Answer>>): Promise<Answer | null> {
  return await again(async () => {
    const answer = await work()
    if (answer.ok) return answer.value
    if (passing.has(answer.fault.code) || answer.fault.code.startsWith('station-')) {
      throw new Error(answer.fault.code)
    }
    return null
  })
}
