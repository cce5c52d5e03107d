import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { orderList, placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import { unwrap } from '#core/errors.ts'
import { freePort } from '#server/database/free-port.ts'
import { createClaims } from '#server/stations/claims.ts'
import { TEST_SECRET } from './run-server.ts'
import { startServer } from './server-process.ts'
import {
  blackCase,
  callAt,
  newCustomer,
  newDatabase,
  type OrderRequest,
  printOf,
  upload,
} from './shop.ts'

const claims = createClaims(TEST_SECRET)
const KILLS = 4
// Nine servers are started, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const CLIENTS = 3

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-crash-'))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function requestAt(url: string, token: string): Promise<OrderRequest> {
  const product = blackCase()
  const basket = { machine_id: 'M001', quantity: 1, pickup: true, coupon: '' }
  const quote = unwrap(await callAt(url, quoteOrder, { ...basket, product }, { token })).value
  return {
    ...basket,
    claim: claims.forSession('M001'),
    design: newDesign(product, randomUUID()),
    printFile: await upload({ url }, token, printOf(product)),
    expectedTotalMinor: quote.total.minor,
    idempotencyKey: randomUUID(),
  }
}

/** Places orders until told to stop; every request is tried until it is answered. */
async function customer(url: string, token: string, request: OrderRequest, isOver: () => boolean) {
  const acknowledged = new Map<string, string>()
  while (!isOver()) {
    const idempotencyKey = randomUUID()
    for (;;) {
      const answer = await callAt(url, placeOrder, { ...request, idempotencyKey }, { token }).catch(
        () => null,
      )
      if (answer?.ok) {
        acknowledged.set(idempotencyKey, answer.value.value.order_number)
        break
      }
      if (answer !== null && answer.fault.code !== 'server-fault') return acknowledged
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return acknowledged
}

it('every acknowledged order outlives kill -9 of the server, exactly once', async () => {
  const databaseUrl = await newDatabase()
  const port = await freePort()
  const options = {
    port,
    databaseUrl,
    dataFolder: join(folder, 'kills'),
    env: { STAMPA_SECRET: TEST_SECRET, STAMPA_RATE_FACTOR: '1000000' },
  }
  let server = await startServer(options)
  const { url } = server
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(`update machines set slots = 100000`)
  await database.query(`update stock set available = 100000 where machine_id = 'M001'`)
  const tokens = await Promise.all(Array.from({ length: CLIENTS }, () => newCustomer({ url })))
  const requests = await Promise.all(tokens.map((token) => requestAt(url, token)))
  let over = false
  const customers = tokens.map((token, index) =>
    customer(url, token, requests[index] as OrderRequest, () => over),
  )
  for (let kills = 0; kills < KILLS; kills++) {
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500))
    await server.kill('SIGKILL')
    server = await startServer(options)
  }
  over = true
  const acknowledged = (await Promise.all(customers)).flatMap((each) => [...each])
  expect(acknowledged.length).toBeGreaterThan(KILLS)

  const { rows } = await database.query<{ key: string; number: string }>(
    'select key, order_number as number from placements join orders on orders.id = order_id',
  )
  const stored = new Map(rows.map(({ key, number }) => [key, number]))
  for (const [key, number] of acknowledged) expect(stored.get(key)).toBe(number)
  expect(new Set(stored.values()).size).toBe(stored.size)
  const counted = await database.query(
    `select (select count(*)::int from orders) as orders, (select sum(reserved)::int from stock) as reserved,
      (select slots_taken from machines where id = 'M001') as slots`,
  )
  expect(counted.rows[0]).toEqual({
    orders: stored.size,
    reserved: stored.size,
    slots: stored.size,
  })
  await database.end()
  expect(await server.kill('SIGTERM')).toBe(0)
})

it('the embedded PostgreSQL outlives kill -9, is taken over with its orders, and is shut down', async () => {
  const options = { dataFolder: join(folder, 'embedded'), env: { STAMPA_SECRET: TEST_SECRET } }
  const postmaster = () =>
    Number(readFileSync(join(folder, 'embedded/postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const first = await startServer(options)
  const token = await newCustomer(first)
  const request = await requestAt(first.url, token)
  const order = unwrap(await callAt(first.url, placeOrder, request, { token })).value
  const pid = postmaster()
  await first.kill('SIGKILL')

  const second = await startServer(options)
  expect(postmaster()).toBe(pid)
  const { value } = unwrap(await callAt(second.url, orderList, {}, { token }))
  expect(value.map(({ order_number }) => order_number)).toEqual([order.order_number])
  expect(await second.kill('SIGTERM')).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow()

  const third = await startServer(options)
  expect(unwrap(await callAt(third.url, orderList, {}, { token })).value).toHaveLength(1)
  expect(await third.kill('SIGTERM')).toBe(0)
})
