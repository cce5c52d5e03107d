import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { orderDetail, placeOrder } from '#core/contract/services/orders.ts'
import { begin, claim, failed, printed } from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { unwrap } from '#core/errors.ts'
import { payments } from '#server/database/schema.ts'
import { askAboutAuthorised } from '#server/payments/ask-authorised.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import type { ServerClient } from '#station/server/server-client.ts'
import { type Blanks, blanksBegun, brokenPromises } from './invariants.ts'
import { pay } from './order-steps.ts'
import { booksOf } from './paying.ts'
import { goodRequest, newCustomer, openShopOfFile } from './shop.ts'
import { claimed, newAgent } from './station-agents.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000', STAMPA_PAYMENTS: 'none' })
let database: pg.Pool
let begun: readonly Blanks[]
let agent: ServerClient
beforeAll(async () => {
  database = new pg.Pool({ connectionString: shop.databaseUrl })
  begun = await blanksBegun(database)
  agent = await newAgent(shop)
})
afterAll(() => database.end())
beforeEach(async () => {
  expect((await agent.call(claim, { waitMs: 0 })).job).toBeNull()
})

const of = ({ id, token }: StationJob) => ({ job: id, token })

/** An order in its queue, paid by card. */
async function paid() {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token)
  const { order_number: number } = unwrap(await shop.call(placeOrder, request, { token })).value
  await pay(shop, number)
  return { number, token }
}

/** The bank has let go what it reserved for an order, and says so. */
async function lapse(number: string) {
  const [payment] = (await booksOf(shop, number)).payments
  if (payment === undefined) throw new Error('the order was paid')
  await learnFact(shop.context, payment.id, { fact: 'voided', amount: null })
}

const stands = async (number: string) => {
  const { order, states, money } = await booksOf(shop, number)
  expect(await brokenPromises(database, begun)).toEqual([])
  return { stage: order.stage, states, held: money[1] }
}

it('an order whose reservation runs out while it waits is called off, and its customer reads why', async () => {
  const { number, token } = await paid()
  await lapse(number)
  await lapse(number)
  expect(await stands(number)).toEqual({
    stage: 'cancel-production',
    states: ['voided'],
    held: 0,
  })
  const detail = unwrap(await shop.call(orderDetail, { order_number: number }, { token })).value
  expect(detail.history.at(-1)?.event).toBe('payment-lapsed')
  expect(detail.money).toBe('released')
})

it('one that a station has and has not begun is fenced out', async () => {
  const { number } = await paid()
  const job = await claimed(agent)
  await lapse(number)
  await expect(agent.call(begin, of(job))).rejects.toThrow('fenced')
  expect((await stands(number)).stage).toBe('cancel-production')
})

it('one that is printed by then comes out, and staff sees that it was not paid', async () => {
  const { number } = await paid()
  const job = await claimed(agent)
  await agent.call(begin, of(job))
  await lapse(number)
  await lapse(number)
  expect(await stands(number)).toMatchObject({ stage: 'printing', states: ['stuck'] })
  await agent.call(printed, of(job))
  expect(await stands(number)).toMatchObject({ stage: 'production-finished', states: ['stuck'] })
  const [payment] = (await booksOf(shop, number)).payments
  expect(payment?.trouble).toBe('lapsed while it was printed')
})

it('one that is printed and whose money is not taken yet is stuck too, and staff reads why', async () => {
  const { number } = await paid()
  const job = await claimed(agent)
  await agent.call(begin, of(job))
  await agent.call(printed, of(job))
  await lapse(number)
  await lapse(number)
  expect(await stands(number)).toMatchObject({ stage: 'production-finished', states: ['stuck'] })
  const [payment] = (await booksOf(shop, number)).payments
  expect(payment?.trouble).toBe('lapsed before it was taken')
})

it('one whose print fails then is not printed again', async () => {
  const { number } = await paid()
  const job = await claimed(agent)
  await agent.call(begin, of(job))
  await lapse(number)
  await agent.call(failed, { ...of(job), note: 'jam' })
  expect(await stands(number)).toMatchObject({ stage: 'cancel-production', states: ['return-due'] })
  await lapse(number)
  expect(await stands(number)).toMatchObject({ states: ['voided'], held: 0 })
})

it('of a print that begins and a reservation that runs out at once, one is first', async () => {
  for (let round = 0; round < 12; round++) {
    const { number } = await paid()
    const job = await claimed(agent)
    const pause = () => new Promise((resolve) => setTimeout(resolve, round))
    const [beginning] = await Promise.allSettled([
      agent.call(begin, of(job)),
      pause().then(() => lapse(number)),
    ])
    const { order, states } = await booksOf(shop, number)
    const { stage } = order
    const isBegun = beginning.status === 'fulfilled'
    expect({ stage, states }).toEqual(
      isBegun
        ? { stage: 'printing', states: ['stuck'] }
        : { stage: 'cancel-production', states: ['voided'] },
    )
    if (isBegun) await agent.call(printed, of(job))
  }
  expect(await brokenPromises(database, begun)).toEqual([])
})

it('a reservation that is held for long is asked about, once an hour', async () => {
  const { number } = await paid()
  const { database: rows } = shop.context
  const [payment] = (await booksOf(shop, number)).payments
  const id = payment?.id ?? ''
  const asked: string[] = []
  const ask = async (each: string) => void asked.push(each)
  await askAboutAuthorised(shop.context, ask)
  expect(asked).not.toContain(id)
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  await rows.update(payments).set({ changedAt: hoursAgo }).where(eq(payments.id, id))
  await askAboutAuthorised(shop.context, ask)
  await askAboutAuthorised(shop.context, ask)
  expect(asked.filter((each) => each === id)).toHaveLength(1)
  await lapse(number)
})
