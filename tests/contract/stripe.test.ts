import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { unwrap } from '#core/errors.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { booksOf, print, type Unpaid, unpaidOrder, untilStates } from './paying.ts'
import { openShop, type Shop } from './shop.ts'
import { openStripeFake, type StripeFake } from './stripe-fake.ts'

const SECRET = 'whsec_of_these_tests'
const stripe = new Stripe('sk_test_none')
let fake: StripeFake
let shop: Shop
beforeAll(async () => {
  fake = await openStripeFake()
  shop = await openShop({
    STAMPA_PAYMENTS: 'stripe',
    STAMPA_STRIPE_KEY: 'sk_test_none',
    STAMPA_STRIPE_WEBHOOK_SECRET: SECRET,
    STAMPA_STRIPE_HOST: fake.url,
    STAMPA_URL: 'https://stampa.example',
    STAMPA_RATE_FACTOR: '100',
  })
})
afterAll(async () => {
  await shop.close()
  await fake.close()
})

async function begin(unpaid: Unpaid): Promise<string> {
  const request = { order_number: unpaid.number }
  const { payUrl } = unwrap(await shop.call(beginPayment, request, unpaid)).value
  return payUrl?.split('/').at(-1) ?? ''
}

/** A webhook with Stripe's own signature over the raw body. */
async function tell(type: string, object: object, secret = SECRET): Promise<number> {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    data: { object },
  })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret })
  const response = await fetch(`${shop.url}/v1/payments/stripe/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  await response.arrayBuffer()
  return response.status
}

async function paidOrder(): Promise<{ unpaid: Unpaid; session: string }> {
  const unpaid = await unpaidOrder(shop)
  const session = await begin(unpaid)
  fake.pay(session)
  await tell('checkout.session.completed', { id: session, object: 'checkout.session' })
  await untilStates(shop, unpaid.number, ['authorised'])
  return { unpaid, session }
}

it('a session is opened once for a payment, for its amount, and leads back to the app', async () => {
  const unpaid = await unpaidOrder(shop)
  const sessions = await Promise.all([begin(unpaid), begin(unpaid), begin(unpaid)])
  expect(new Set(sessions).size).toBe(1)
  const { price } = await booksOf(shop, unpaid.number)
  const session = fake.sessions.find(({ id }) => id === sessions[0])
  expect(session).toMatchObject({ amount: price, currency: 'cny' })
})

it('what is paid there is authorised here, and captured once it is printed', async () => {
  const { unpaid } = await paidOrder()
  await print(shop, (await booksOf(shop, unpaid.number)).order)
  const { money, price } = await untilStates(shop, unpaid.number, ['captured'])
  expect(money).toEqual([price, 0, price, 0])
  const captured = fake.calls.filter(({ call }) => call.endsWith('/capture'))
  expect(captured.every(({ key }) => key?.includes('/capture/'))).toBe(true)
})

it('an open session expires, an authorisation is voided, a capture is refunded', async () => {
  const open = await unpaidOrder(shop)
  await begin(open)
  unwrap(await shop.call(cancelOrder, { order_number: open.number }, open))
  await untilStates(shop, open.number, ['voided'])

  const { unpaid: held } = await paidOrder()
  unwrap(await shop.call(cancelOrder, { order_number: held.number }, held))
  expect((await untilStates(shop, held.number, ['voided'])).money[1]).toBe(0)

  const { unpaid: taken } = await paidOrder()
  await print(shop, (await booksOf(shop, taken.number)).order)
  const { order } = await untilStates(shop, taken.number, ['captured'])
  await moveOrder(shop.context, order, { event: 'cancelled-by-staff', actor: 'staff' })
  const { money, price } = await untilStates(shop, taken.number, ['refunded'])
  expect(money).toEqual([price, 0, 0, price])
})

it('an event of the payment intent is told by our own id', async () => {
  const unpaid = await unpaidOrder(shop)
  const session = await begin(unpaid)
  fake.pay(session)
  const [payment] = (await booksOf(shop, unpaid.number)).payments
  const intent = { id: 'pi_1', object: 'payment_intent', metadata: { payment: payment?.id } }
  expect(await tell('payment_intent.amount_capturable_updated', intent)).toBe(200)
  await untilStates(shop, unpaid.number, ['authorised'])
})

it('a reservation that Stripe lets go calls off the order that waits', async () => {
  const { unpaid, session } = await paidOrder()
  fake.lapse(session)
  const [payment] = (await booksOf(shop, unpaid.number)).payments
  const intent = { id: 'pi_1', object: 'payment_intent', metadata: { payment: payment?.id } }
  expect(await tell('payment_intent.canceled', intent)).toBe(200)
  const { order, money, price } = await untilStates(shop, unpaid.number, ['voided'])
  expect(order.stage).toBe('cancel-production')
  expect(money).toEqual([price, 0, 0, price])
})

it('another secret’s signature is refused', async () => {
  const unpaid = await unpaidOrder(shop)
  const session = await begin(unpaid)
  fake.pay(session)
  const object = { id: session, object: 'checkout.session' }
  expect(await tell('checkout.session.completed', object, 'whsec_stranger')).toBe(400)
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['started'])
})

it('while Stripe is down a webhook is asked for again, and no payment is begun', async () => {
  const unpaid = await unpaidOrder(shop)
  const session = await begin(unpaid)
  fake.pay(session)
  fake.down(true)
  const object = { id: session, object: 'checkout.session' }
  expect(await tell('checkout.session.completed', object)).toBe(503)
  const other = await unpaidOrder(shop)
  expect(await shop.call(beginPayment, { order_number: other.number }, other)).toMatchObject({
    fault: { code: 'payment-unavailable' },
  })
  fake.down(false)
  expect(await tell('checkout.session.completed', object)).toBe(200)
  await untilStates(shop, unpaid.number, ['authorised'])
})

it('a capture that is refused for good waits for staff, who reads why', async () => {
  const { unpaid } = await paidOrder()
  fake.refuseCaptures()
  await print(shop, (await booksOf(shop, unpaid.number)).order)
  const { payments, money, price } = await untilStates(shop, unpaid.number, ['stuck'])
  expect(payments[0]?.trouble).toBe('card_declined')
  expect(money).toEqual([price, price, 0, 0])
})
