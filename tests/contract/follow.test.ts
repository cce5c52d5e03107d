import { request as httpRequest } from 'node:http'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { encodeCall } from '#core/contract/exchange.ts'
import {
  cancelOrder,
  followOrder,
  orderDetail,
  placeOrder,
} from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { buildApp } from '#server/app.ts'
import { learnFact } from '#server/payments/learn-fact.ts'
import { eventually } from './eventually.ts'
import { pay, print } from './order-steps.ts'
import { booksOf } from './paying.ts'
import { callAt, goodRequest, newCustomer, openShopOfFile } from './shop.ts'

const METRICS_TOKEN = 'the collector of these tests alone'
const shop = openShopOfFile({ STAMPA_METRICS_TOKEN: METRICS_TOKEN })
let database: pg.Client
let token: string
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())
beforeEach(async () => {
  token = await newCustomer(shop)
})
afterEach(() => {
  vi.useRealTimers()
})

const placed = async () =>
  unwrap(await shop.call(placeOrder, await goodRequest(shop, token), { token })).value

/** Begins to follow as our client does; `hangUp` closes the connection. */
function follow(
  order: { readonly order_number: string; readonly version: number },
  url = shop.url,
  money?: 'taking',
) {
  const { order_number, version } = order
  const fields = { order_number, version, money }
  const { path, headers, body } = encodeCall(followOrder, fields, { token })
  const sent = httpRequest(url + path, { method: 'POST', headers })
  const answer = new Promise<{ msg: string; data: { version: number; stage: string } }>(
    (resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (piece) => {
          text += String(piece)
        })
        response.on('end', () => resolve(JSON.parse(text)))
      })
    },
  )
  answer.catch(() => {})
  sent.end(body)
  return { answer, hangUp: () => sent.destroy() }
}

/** How many follow an order of this shop now, as its metrics say. */
const following = async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers })).text()
  return Number(/^stampa_calls_open\{service="Route.follow"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}
const untilFollowing = (count: number) =>
  eventually(async () => expect(await following()).toBe(count))

it('a follower is told what another server changed, without looking for it', async () => {
  const { app } = await buildApp(shop.context.config, shop.databaseUrl)
  const other = await app.listen({ port: 0, host: '127.0.0.1' })
  const order = await placed()
  const { answer } = follow(order)
  await untilFollowing(1)
  unwrap(await callAt(other, cancelOrder, { order_number: order.order_number }, { token }))
  expect((await answer).data.version).toBe(order.version + 1)
  await app.close()
})

it('followers ask the database nothing while nothing happens', async () => {
  const order = await placed()
  const followers = Array.from({ length: 5 }, () => follow(order))
  await untilFollowing(5)
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  const looks = queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('"orders"'))
  expect(looks).toHaveLength(0)
  queries.mockRestore()
  for (const { hangUp } of followers) hangUp()
  await untilFollowing(0)
})

it('a hang-up ends the following', async () => {
  const order = await placed()
  const { hangUp } = follow(order)
  await untilFollowing(1)
  hangUp()
  await untilFollowing(0)
})

it('one customer follows a few times at once, and again once one has ended', async () => {
  const order = await placed()
  const followers = Array.from({ length: 6 }, () => follow(order))
  await untilFollowing(6)
  expect((await follow(order).answer).msg).toBe('too-many-calls')
  const read = await shop.call(orderDetail, { order_number: order.order_number }, { token })
  expect(read.ok).toBe(true)
  followers[0]?.hangUp()
  await untilFollowing(5)
  followers.push(follow(order))
  await untilFollowing(6)
  for (const { hangUp } of followers) hangUp()
  await untilFollowing(0)
})

it('a clock that is set back keeps no follower waiting', async () => {
  const order = await placed()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { answer } = follow(order)
  // The request is on its way through sockets, whose events are not faked.
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  await eventually(async () => expect(await following()).toBe(1))
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(26_000)
  vi.useRealTimers()
  expect((await answer).data.version).toBe(order.version)
})

it('who listens is heard again after the connection broke', async () => {
  const order = await placed()
  const { answer } = follow(order)
  await untilFollowing(1)
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stampa news' and datname = current_database()",
  )
  unwrap(await shop.call(cancelOrder, { order_number: order.order_number }, { token }))
  expect((await answer).data.version).toBe(order.version + 1)
})

it('who follows the money of an order is told at once when it is taken', async () => {
  const { order_number } = await placed()
  await pay(shop, order_number)
  const { version } = await print(shop, order_number)
  const { payments: paid } = await booksOf(shop, order_number)
  const [{ id, minor, currency } = { id: '', minor: 0, currency: '' }] = paid
  // The half minute after which any follower is answered never ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answer } = follow({ order_number, version }, shop.url, 'taking')
  await eventually(async () => expect(await following()).toBe(1))
  await learnFact(shop.context, id, { fact: 'captured', amount: { minor, currency } })
  expect((await answer).data).toMatchObject({ version, money: 'taken' })
})
