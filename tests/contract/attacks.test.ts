import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelOrder } from '#core/contract/services/orders.ts'
import { beginPayment, paymentState } from '#core/contract/services/payments.ts'
import { payments } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { type Blanks, blanksBegun, brokenPromises } from './invariants.ts'
import { orderRow } from './paid-orders.ts'
import { begin, payWith, unpaidOrder } from './paying.ts'
import { newCustomer, openShop, type Shop } from './shop.ts'

const AT_ONCE = 8

let shop: Shop
let database: pg.Pool
let begun: readonly Blanks[]
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000000', STAMPA_PAYMENTS: 'sandbox' })
  database = new pg.Pool({ connectionString: shop.databaseUrl })
  begun = await blanksBegun(database)
})
afterAll(async () => {
  await database.end()
  await shop.close()
})

const paymentOf = async (orderId: string) => {
  const rows = await shop.context.database
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
  const [row] = rows
  if (row === undefined || rows.length > 1) throw new Error('one payment')
  return row
}

describe('what a provider says of an amount', () => {
  it.each([
    ['none', () => null],
    ['less than nothing', (minor: number) => ({ minor: -minor, currency: 'CNY' })],
    ['less', (minor: number) => ({ minor: minor - 1, currency: 'CNY' })],
    ['another currency', (minor: number) => ({ minor, currency: 'JPY' })],
  ])('that was authorised, and is %s, prints nothing and is given back', async (_, amountOf) => {
    const unpaid = await unpaidOrder(shop)
    await begin(shop, unpaid)
    const { id: orderId, quote } = await orderRow(shop, unpaid.number)
    const { id } = await paymentOf(orderId)
    await learnFact(shop.context, id, {
      fact: 'authorised',
      amount: amountOf(quote.total.minor),
    })
    expect((await orderRow(shop, unpaid.number)).stage).toBe('waiting-for-payment')
    const after = await paymentOf(orderId)
    expect(after.trouble).not.toBeNull()
    expect(['return-due', 'voided']).toContain(after.state)
  })

  it('that was taken, and is less than was booked, is told to staff', async () => {
    const unpaid = await unpaidOrder(shop)
    await begin(shop, unpaid)
    const { id: orderId, quote } = await orderRow(shop, unpaid.number)
    const { id } = await paymentOf(orderId)
    const { minor, currency } = quote.total
    await learnFact(shop.context, id, { fact: 'authorised', amount: quote.total })
    const taken = { minor: minor - 100, currency }
    await learnFact(shop.context, id, { fact: 'captured', amount: taken })
    expect((await paymentOf(orderId)).trouble).toMatch(String(minor - 100))
  })
})

describe('another customer', () => {
  it('neither pays, nor sees, nor cancels an order', async () => {
    const { number: order_number } = await unpaidOrder(shop)
    const token = await newCustomer(shop)
    for (const service of [beginPayment, paymentState, cancelOrder]) {
      const answer = await shop.call(service, { order_number }, { token })
      expect(!answer.ok && answer.fault.code).toBe('order-unknown')
    }
  })
})

describe('at the same time', () => {
  it('a cancel and a claim of one order: one of them holds', async () => {
    for (let round = 0; round < AT_ONCE; round++) {
      const { token, number } = await paid()
      const order = await orderRow(shop, number)
      const leaseUntil = new Date(Date.now() + 60_000)
      const claim = { event: 'job-claimed', actor: 'station', print: { leaseUntil } } as const
      const [cancelled, claimed] = await Promise.allSettled([
        shop.call(cancelOrder, { order_number: number }, { token }),
        moveOrder(shop.context, order, claim),
      ])
      const { stage } = await orderRow(shop, number)
      const isCancelled = cancelled.status === 'fulfilled' && cancelled.value.ok
      expect(isCancelled).toBe(claimed.status === 'rejected')
      expect(stage).toBe(isCancelled ? 'cancel-production' : 'in-production')
    }
    await hold()
  })

  it('a cancel and a payment of one order: it is queued, or its money goes back', async () => {
    const cancels = Array.from({ length: AT_ONCE }, async () => {
      const { token, number } = await unpaidOrder(shop)
      const reference = await begin(shop, { token, number })
      await Promise.allSettled([
        payWith(shop, reference, 'repeated-webhook'),
        shop.call(cancelOrder, { order_number: number }, { token }),
      ])
      const waits = { timeout: 30_000, interval: 100 }
      await expect
        .poll(async () => {
          const { id, stage } = await orderRow(shop, number)
          const { state } = await paymentOf(id)
          if (stage === 'queuing') return state === 'authorised'
          return ['voided', 'cancelled'].includes(state)
        }, waits)
        .toBe(true)
    })
    await Promise.all(cancels)
    await hold()
  })
})

async function paid() {
  const unpaid = await unpaidOrder(shop)
  await payWith(shop, await begin(shop, unpaid), 'success')
  const stage = async () => (await orderRow(shop, unpaid.number)).stage
  await expect.poll(stage).toBe('queuing')
  return unpaid
}

const hold = async () => expect(await brokenPromises(database, begun)).toEqual([])
