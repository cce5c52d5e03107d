import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { test } from 'playwright/test'
import { encodeCall } from '#core/contract/exchange.ts'
import { deviceLogin, login, register, sendCode } from '#core/contract/services/accounts.ts'
import { goodsList } from '#core/contract/services/goods.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import { runEmbeddedDatabase } from '#server/database/embedded.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../contract/order-requests.ts'
import { runServer } from '../contract/run-server.ts'
import { type Load, loadWith } from './load.ts'
import { writeBenchSection } from './report.ts'
import { send } from './send.ts'

const CLIENTS = 16
const CUSTOMERS = 256
const WARM_MS = 1500
const RUN_MS = 5000
const SECRET = 'a secret of this bench, long enough to be one'

const measured = async (once: () => Promise<void>): Promise<Load> => {
  await loadWith(CLIENTS, WARM_MS, once)
  return await loadWith(CLIENTS, RUN_MS, once)
}

test('calls beside a bare fastify route with one indexed query', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-bench-'))
  await chmod(folder, 0o711)
  const database = await runEmbeddedDatabase(folder, (lost) => {
    throw lost
  })
  const options = { databaseUrl: database.url, dataFolder: folder }
  const env = {
    STAMPA_SECRET: SECRET,
    STAMPA_RATE_FACTOR: '1000000',
    STAMPA_TRUSTED_PROXIES: '127.0.0.1',
  }
  const server = await runServer('dist-server/main.js', { ...options, env })
  const bare = await runServer('tests/bench/bare-server.ts', options)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('update machines set slots = 10000000')
  await admin.query("update stock set available = 10000000 where machine_id = 'M001'")

  const bareLoad = await measured(async () => {
    const response = await fetch(`${bare.url}/bare`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"machine_id":"M001"}',
    })
    if ((await response.text()) === '') throw new Error('nothing came back')
  })
  const catalogue = await measured(async () => {
    await send(server.url, goodsList, {})
  })
  const device = await measured(async () => {
    await send(server.url, deviceLogin, { device: randomBytes(32).toString('base64url') })
  })
  const accounts = await openAccounts(server.url)
  let logins = 0
  const byPassword = await measured(async () => {
    const account = accounts[logins++ % accounts.length]
    if (account !== undefined) await send(server.url, login, account)
  })
  const orders = await measured(await ordering(server.url))

  const rows: readonly (readonly [string, Load])[] = [
    ['bare fastify, one indexed query', bareLoad],
    ['catalogue (`Goods.getList`)', catalogue],
    ['automatic login (opens an account)', device],
    ['login by password (argon2id, 19 MiB)', byPassword],
    ['placing an order (`Order.place`)', orders],
  ]
  writeBenchSection(
    `Server, ${CLIENTS} clients at once`,
    [
      'Client, server and PostgreSQL share the machine. The ratio is to the bare route of the same run.',
      '',
      '| call | per second | ratio | p50 | p99 |',
      '|---|---|---|---|---|',
      ...rows.map(
        ([name, { perSecond, p50Ms, p99Ms }]) =>
          `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / bareLoad.perSecond).toFixed(2)} | ${p50Ms.toFixed(1)} ms | ${p99Ms.toFixed(1)} ms |`,
      ),
    ].join('\n'),
  )
  await admin.end()
  await server.kill('SIGTERM')
  await bare.kill('SIGKILL')
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** One a client: many tries of one number at once are slowed down. */
const openAccounts = (url: string) =>
  Promise.all(
    Array.from({ length: 2 * CLIENTS }, async (_, index) => {
      const account = {
        phone: `138${String(index).padStart(8, '0')}`,
        password: 'a good password',
      }
      const asked = { phone: account.phone, purpose: 'register', language: 'en-us' } as const
      const { proof, message } = await send(url, sendCode, asked)
      await send(url, register, { ...account, proof, code: /\d{6}/.exec(message ?? '')?.[0] ?? '' })
      return account
    }),
  )

/**
 * Orders of many customers in many networks, each new; all at one station, whose row they share, and
 * of one case, whose stock they share.
 */
async function ordering(url: string): Promise<() => Promise<void>> {
  const claims = createClaims(SECRET)
  const product = blackCase()
  const basket = { machine_id: 'M001', quantity: 1, pickup: true, coupon: '' }
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const { token } = await send(url, deviceLogin, {
        device: randomBytes(32).toString('base64url'),
      })
      const quote = await send(url, quoteOrder, { ...basket, product }, token)
      const printFile = await upload({ url }, token, printOf(product))
      const claim = claims.forSession('M001')
      return { token, printFile, claim, expectedTotalMinor: quote.total.minor }
    }),
  )
  let turn = 0
  return async () => {
    const customer = customers[turn++ % CUSTOMERS]
    if (customer === undefined) return
    const { token, ...files } = customer
    const design = newDesign(product, randomUUID())
    const request = { ...basket, ...files, design, idempotencyKey: randomUUID() }
    const network = [10, turn >> 16, turn >> 8, turn].map((part) => part & 255).join('.')
    const { path, headers, body } = encodeCall(placeOrder, request, { token })
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'X-Forwarded-For': network },
      body,
    })
    // As the bare route's answer: taken, not read by a schema, which is work of the customer's phone.
    const answer = await response.text()
    if (!answer.startsWith('{"code":0,')) throw new Error(answer)
  }
}
