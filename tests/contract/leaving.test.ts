import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import { register } from '#core/contract/services/accounts.ts'
import { followOrder, placeOrder } from '#core/contract/services/orders.ts'
import { claim } from '#core/contract/station/protocol.ts'
import { limits } from '#core/limits.ts'
import { connect } from '#server/database/connect.ts'
import { orders, outbox } from '#server/database/schema.ts'
import { newPhone } from './good-requests.ts'
import { blanksBegun, brokenPromises } from './invariants.ts'
import { begin, booksOf, payWith, print, unpaidOrder, untilStates } from './paying.ts'
import { beginUpload, isListening, patchHead, rawConnection } from './raw-connection.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import {
  callAt,
  goodRequest,
  newCustomer,
  newDatabase,
  openShop,
  proofOf,
  type Shop,
  tinyPng,
} from './shop.ts'
import { newAgent } from './station-agents.ts'

const SECRET = 'x'.repeat(32)
/** No test waits so long unless it has failed. */
const SOON = { timeout: 20_000 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-leaving-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A server process, and beside it a connection that can hold tables: whatever writes them waits. */
async function openProcess(name: string, env: Record<string, string> = {}) {
  const databaseUrl = await newDatabase()
  const dataFolder = join(folder, name)
  const start = () =>
    startServer({ databaseUrl, dataFolder, env: { STAMPA_SECRET: SECRET, ...env } })
  // The tools of these tests want a server's insides; a second server's would do the first one's work.
  const other = await openShop({ DATABASE_URL: databaseUrl, STAMPA_SECRET: SECRET })
  await other.close()
  const near = await connect(databaseUrl, { connections: 4, timeoutMs: 30_000 })
  const server = await start()
  const shop: Shop = {
    ...other,
    url: server.url,
    context: { ...other.context, database: near.database },
    call: (...call) => callAt(server.url, ...call),
    close: near.close,
  }
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  const hold = (...tables: string[]) => holder.query(`lock table ${tables.join()} in share mode`)
  const waiting = async (): Promise<readonly string[]> => {
    // Within a transaction the list of who is connected stays as it was first seen.
    await holder.query('select pg_stat_clear_snapshot()')
    const { rows } = await holder.query<{ query: string }>(
      `select query from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.map(({ query }) => query)
  }
  const letGo = async () => {
    await holder.query('commit')
    await holder.end()
  }
  return { server, start, shop, hold, waiting, letGo, dataFolder }
}

/** An order placed by a body that another thread reads; its last bytes come when they are let. */
async function beginLargeOrder(shop: Shop) {
  const token = await newCustomer(shop)
  const more = 'x'.repeat(limits.callBytesMax)
  const request = { s: placeOrder.name, more, ...(await goodRequest(shop, token)) }
  const body = JSON.stringify(request)
  const { socket, ended, text } = rawConnection(shop.url)
  socket.write(
    `POST ${placeOrder.endpoint} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\ntoken: ${token}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  socket.write(body.slice(0, -10))
  return {
    finish: async () => {
      socket.write(body.slice(-10))
      await ended
      return text()
    },
  }
}

/** An upload of which a part has come. */
async function beginSending({ shop, dataFolder }: { shop: Shop; dataFolder: string }) {
  const token = await newCustomer(shop)
  const bytes = tinyPng(`one that is under way ${randomUUID()}`)
  const location = await beginUpload(shop.url, token, bytes)
  const connection = rawConnection(shop.url)
  connection.socket.write(patchHead(location, token, bytes.length))
  connection.socket.write(bytes.subarray(0, 20))
  const file = join(dataFolder, 'uploads', location.split('/').at(-1) ?? '')
  await expect.poll(() => stat(file).then(({ size }) => size), SOON).toBe(20)
  return { token, location, ...connection, rest: bytes.subarray(20), size: bytes.length }
}

const held: Readonly<Record<string, RegExp>> = {
  'takes money': /^update "sandbox_payments"/,
  'closes an order': /^update "orders"/,
  'opens an account': /"customers"/,
  places: /place_orders/,
}
/** What waits for a table that is held. */
const toWhat = (query: string): string =>
  Object.keys(held).find((what) => held[what]?.test(query)) ?? query

const untilDeaf = (server: ServerProcess) =>
  expect.poll(() => isListening(server.url), SOON).toBe(false)

describe('SIGTERM', { timeout: 60_000 }, () => {
  it('lets everything that is under way come to its end, takes nothing new, and ends with code 0', async () => {
    const process = await openProcess('everything')
    const { server, shop, hold, waiting, letGo } = process
    const { database } = shop.context
    const books = new pg.Pool({ connectionString: shop.databaseUrl })
    const blanks = await blanksBegun(books)

    const late = await unpaidOrder(shop)
    const followed = await unpaidOrder(shop)
    const { version } = (await booksOf(shop, followed.number)).order
    const follower = { order_number: followed.number, version }
    const following = shop.call(followOrder, follower, { token: followed.token })
    const watching = rawConnection(server.url)
    watching.socket.write(
      `GET ${queueEventsPath('M001')} HTTP/1.1\r\nHost: x\r\ntoken: ${followed.token}\r\n\r\n`,
    )
    await expect.poll(watching.text, SOON).toContain('event: own')
    const agent = await newAgent(shop, 'M002')
    const polling = agent.call(claim, { waitMs: 25_000 })
    const sending = await beginSending(process)
    const large = await beginLargeOrder(shop)
    const buyer = await newCustomer(shop)
    const request = await goodRequest(shop, buyer)
    const proof = await proofOf(shop, newPhone(), 'register')

    // The outbox asks the bank for the money, and waits for its answer.
    const paying = await unpaidOrder(shop)
    const card = await payWith(shop, await begin(shop, paying), 'success')
    expect(card.kind).toBe('leave')
    const paid = await untilStates(shop, paying.number, ['authorised'])
    await hold('sandbox_payments')
    await print(shop, paid.order)
    // The sweep closes an order whose time is over.
    const timeOver = { payBy: new Date(Date.now() - 1000) }
    await database.update(orders).set(timeOver).where(eq(orders.orderNumber, late.number))
    await hold('orders', 'customers')
    const placing = shop.call(placeOrder, request, { token: buyer })
    const account = { ...proof, password: 'a long password of hers', username: 'Anna' }
    const registering = shop.call(register, account)
    await expect
      .poll(async () => (await waiting()).map(toWhat).toSorted(), SOON)
      .toEqual(['closes an order', 'opens an account', 'places', 'takes money'])

    const ended = server.kill('SIGTERM')
    await untilDeaf(server)
    const finishing = large.finish()
    sending.socket.write(sending.rest)
    await letGo()

    expect((await placing).ok).toBe(true)
    expect((await registering).ok).toBe(true)
    expect((await following).ok).toBe(true)
    expect(await finishing).toContain('"msg":"ok"')
    expect(await sending.received).toMatch(/^HTTP\/1.1 204 /)
    expect(await polling).toMatchObject({ job: null })
    await watching.ended
    expect(watching.text()).toMatch(/retry: \d+\n\n[\s\S]*\r\n0\r\n\r\n$/)
    expect(await ended).toBe(0)
    expect((await booksOf(shop, late.number)).order.stage).toBe('closed')
    expect((await booksOf(shop, paying.number)).states).toEqual(['captured'])
    expect(await database.select().from(outbox).where(isNull(outbox.doneAt))).toEqual([])
    const placed = await database.select().from(orders)
    expect(placed).toHaveLength(5)
    expect(await brokenPromises(books, blanks)).toEqual([])
    await books.end()
    await shop.close()
  })

  it('waits for nobody longer than its deadline; what came of an upload is kept, and gone on with', async () => {
    const process = await openProcess('deadline', { STAMPA_DRAIN_MS: '200' })
    const { server, shop, start } = process
    const sending = await beginSending(process)
    expect(await server.kill('SIGTERM')).toBe(0)
    await sending.ended
    const next = await start()
    const { socket, received } = rawConnection(next.url)
    socket.write(patchHead(sending.location, sending.token, sending.rest.length, 20))
    socket.write(sending.rest)
    expect(await received).toMatch(/^HTTP\/1.1 204 /)
    expect(await next.kill('SIGTERM')).toBe(0)
    await shop.close()
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'and then %s ends it at once; what was under way is undone, and goes once by its key',
    async (second) => {
      const { server, shop, start, hold, waiting, letGo } = await openProcess(`twice ${second}`)
      const token = await newCustomer(shop)
      const request = await goodRequest(shop, token)
      await hold('orders')
      const placing = shop.call(placeOrder, request, { token }).catch(() => 'cut')
      await expect.poll(async () => (await waiting()).map(toWhat), SOON).toEqual(['places'])
      void server.kill('SIGTERM')
      await untilDeaf(server)
      // One that comes together with the first is the same press of Ctrl+C: it is said until it is heard.
      const saying = setInterval(() => void server.kill(second), 100)
      expect(await server.exited).toBe(128 + constants.signals[second])
      clearInterval(saying)
      expect(await placing).toBe('cut')
      await letGo()
      const next = await start()
      for (let tried = 0; tried < 2; tried++) {
        const again = callAt(next.url, placeOrder, request, { token })
        expect((await again).ok).toBe(true)
      }
      expect(await shop.context.database.select().from(orders)).toHaveLength(1)
      expect(await next.kill('SIGTERM')).toBe(0)
      await shop.close()
    },
  )

  it('ends what hangs, and says so', async () => {
    const { server, shop, hold, waiting, letGo } = await openProcess('hangs', {
      STAMPA_DRAIN_MS: '0',
    })
    const token = await newCustomer(shop)
    const request = await goodRequest(shop, token)
    await hold('orders')
    const placing = shop.call(placeOrder, request, { token }).catch(() => 'cut')
    await expect.poll(async () => (await waiting()).map(toWhat), SOON).toEqual(['places'])
    expect(await server.kill('SIGTERM')).toBe(1)
    expect(server.output()).toContain('ended while something hung')
    expect(await placing).toBe('cut')
    await letGo()
    await shop.close()
  })
})
