import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cancelOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { paymentWebhooks, sandboxPayments } from '#server/database/schema.ts'
import {
  SIGNATURE_HEADER,
  signWebhook,
  webhookKey,
} from '#server/payments/sandbox/sandbox-signature.ts'
import { begin, booksOf, payWith, print, unpaidOrder, untilStates } from './paying.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '100' })
})
afterAll(() => shop.close())

interface Sending {
  readonly id?: string
  readonly atMs?: number
  readonly signature?: string
}

/** A webhook as the sandbox's provider sends it; the status that is answered. */
async function send(reference: string, sending: Sending = {}): Promise<number> {
  const { id = randomUUID(), atMs = Date.now() } = sending
  const body = JSON.stringify({ id, reference })
  const key = webhookKey(shop.context.secret)
  const response = await fetch(`${shop.url}/v1/payments/sandbox/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [SIGNATURE_HEADER]: sending.signature ?? signWebhook(key, body, atMs),
    },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

/** `count` webhooks, 50 at once. */
async function storm(count: number, one: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let from = 0; from < count; from += 50) {
    const size = Math.min(50, count - from)
    statuses.push(
      ...(await Promise.all(Array.from({ length: size }, (_, index) => one(from + index)))),
    )
  }
  return statuses
}

const only = (statuses: readonly number[]) => [...new Set(statuses)]

it('a thousand repeats of one event, fifty at once, have the effect of one', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'late-webhook')
  const id = randomUUID()
  expect(only(await storm(1000, () => send(reference, { id })))).toEqual([200])
  const books = await booksOf(shop, unpaid.number)
  expect(books.states).toEqual(['authorised'])
  expect(books.money).toEqual([books.price, books.price, 0, 0])
  expect(books.jobs).toBe(1)
}, 120_000)

it('different events out of order, before and after every step, have no further effect', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  expect(only(await storm(50, () => send(reference)))).toEqual([200])
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['started'])
  await payWith(shop, reference, 'late-webhook')
  const old = Array.from({ length: 50 }, () => randomUUID())
  await storm(50, (index) => send(reference, { id: old[49 - index] ?? '' }))
  const { order, price } = await untilStates(shop, unpaid.number, ['authorised'])
  await print(shop, order)
  await untilStates(shop, unpaid.number, ['captured'])
  expect(only(await storm(200, () => send(reference)))).toEqual([200])
  const books = await booksOf(shop, unpaid.number)
  expect(books.states).toEqual(['captured'])
  expect(books.money).toEqual([price, 0, price, 0])
})

it('a bad signature, an old one and none are refused, and nothing is asked', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'late-webhook')
  const stranger = signWebhook(webhookKey('another secret'), '{}', Date.now())
  expect(await send(reference, { signature: stranger })).toBe(400)
  expect(await send(reference, { signature: '' })).toBe(400)
  expect(await send(reference, { atMs: Date.now() - 600_000 })).toBe(400)
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['started'])
})

it('a reference of nobody’s is taken in, and an unknown provider is not found', async () => {
  expect(await send('nobody knows this')).toBe(200)
  for (const provider of ['stripe', 'offline', 'other']) {
    const response = await fetch(`${shop.url}/v1/payments/${provider}/webhook`, { method: 'POST' })
    expect(response.status).toBe(404)
  }
})

it('a body that is too large is not read', async () => {
  const response = await fetch(`${shop.url}/v1/payments/sandbox/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: 't=1,v1=0' },
    body: 'x'.repeat(1_000_000),
  })
  expect(response.status).toBe(413)
})

it.each([
  ['amount', { minor: 1 }],
  ['currency', { currency: 'USD' }],
] as const)(
  'money of a wrong %s is given back, and the order still waits',
  async (_what, wrong) => {
    const unpaid = await unpaidOrder(shop)
    const reference = await begin(shop, unpaid)
    await shop.context.database
      .update(sandboxPayments)
      .set(wrong)
      .where(eq(sandboxPayments.reference, reference))
    await payWith(shop, reference, 'late-webhook')
    await storm(50, () => send(reference))
    const books = await untilStates(shop, unpaid.number, ['voided'])
    expect(books.order.stage).toBe('waiting-for-payment')
    expect(books.payments[0]?.trouble).toContain('instead of')
    expect(books.money).toEqual([books.price, 0, 0, books.price])
  },
)

it('what is paid after the order was closed is given back', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'late-webhook')
  const { number: order_number, token } = unpaid
  unwrap(await shop.call(cancelOrder, { order_number }, { token }))
  await storm(200, () => send(reference))
  const books = await untilStates(shop, unpaid.number, ['voided'])
  expect(books.order.stage).toBe('closed')
  expect(books.jobs).toBe(0)
  const [charged, held, delivered, refunded] = books.money
  expect([held, delivered]).toEqual([0, 0])
  expect(charged).toBe(refunded)
})

it('a provider that does not answer is asked for again, and the event is not noted', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'late-webhook')
  const { cards } = shop.context.payments
  if (cards === null) throw new Error('no provider')
  const down = vi.spyOn(cards, 'ask').mockRejectedValue(new Error('down'))
  const id = randomUUID()
  expect(await send(reference, { id })).toBe(503)
  down.mockRestore()
  const noted = () =>
    shop.context.database.select().from(paymentWebhooks).where(eq(paymentWebhooks.eventId, id))
  expect(await noted()).toEqual([])
  expect(await send(reference, { id })).toBe(200)
  expect(await noted()).toHaveLength(1)
  await untilStates(shop, unpaid.number, ['authorised'])
})
