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
/** So many that both routes do what they can: orders that come together share what they cost. */
const CROWD = 64
const CUSTOMERS = 256
const WARM_MS = 3000
const RUN_MS = 4000
/** Rounds in which all calls take their turns: what else the machine does meets them alike. */
const ROUNDS = 5
const SECRET = 'a secret of this bench, long enough to be one'

type Once = () => Promise<void>

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

type NamedCall = readonly [name: string, once: Once]

/** A row for each call, beside the first of them. */
async function rowsOf(calls: readonly NamedCall[], clients: number): Promise<readonly string[]> {
  const loads = await measured(
    calls.map(([, once]) => once),
    clients,
  )
  return calls.map(([name], index) => {
    const rounds = loads[index] ?? []
    const ratio = median(
      rounds.map(({ perSecond }, round) => perSecond / (loads[0]?.[round]?.perSecond ?? 0)),
    )
    const of = (field: keyof Load, digits: number) =>
      median(rounds.map((load) => load[field])).toFixed(digits)
    return `| ${name} | ${of('perSecond', 0)} | ${ratio.toFixed(2)} | ${of('p50Ms', 1)} ms | ${of('p99Ms', 1)} ms |`
  })
}

/** Each call's loads, one of each round; all are warm before the first. */
async function measured(
  calls: readonly Once[],
  clients: number,
): Promise<readonly (readonly Load[])[]> {
  for (const once of calls) await loadWith(clients, WARM_MS, once)
  const loads = calls.map((): Load[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, once] of calls.entries()) {
      loads[index]?.push(await loadWith(clients, RUN_MS, once))
    }
  }
  return loads
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

  const accounts = await openAccounts(server.url)
  let logins = 0
  const bareRoute: NamedCall = [
    'bare fastify, one indexed query',
    async () => {
      const response = await fetch(`${bare.url}/bare`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"machine_id":"M001"}',
      })
      if ((await response.text()) === '') throw new Error('nothing came back')
    },
  ]
  const placing: NamedCall = ['placing an order (`Order.place`)', await ordering(server.url)]
  const calls: readonly NamedCall[] = [
    bareRoute,
    [
      'catalogue (`Goods.getList`)',
      async () => {
        await send(server.url, goodsList, {})
      },
    ],
    [
      'automatic login (opens an account)',
      async () => {
        await send(server.url, deviceLogin, { device: randomBytes(32).toString('base64url') })
      },
    ],
    [
      'login by password (argon2id, 19 MiB)',
      async () => {
        const account = accounts[logins++ % accounts.length]
        if (account !== undefined) await send(server.url, login, account)
      },
    ],
    placing,
  ]
  const rows = await rowsOf(calls, CLIENTS)
  const crowded = await rowsOf([bareRoute, placing], CROWD)
  writeBenchSection(
    `Server, ${CLIENTS} clients at once`,
    [
      `Client, server and PostgreSQL share the machine. Medians of ${ROUNDS} rounds, in which the calls take turns; the`,
      'ratio is to the bare route of the same round.',
      '',
      '| call | per second | ratio | p50 | p99 |',
      '|---|---|---|---|---|',
      ...rows,
      '',
      `With ${CROWD} clients at once, when orders that come together share more of what they cost:`,
      '',
      '| call | per second | ratio | p50 | p99 |',
      '|---|---|---|---|---|',
      ...crowded,
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
 * of one case, whose stock they share. Their bodies are written before, but for the key: designing is
 * work of the customer's phone, as is reading the answer by a schema.
 */
async function ordering(url: string): Promise<Once> {
  const claims = createClaims(SECRET)
  const product = blackCase()
  const basket = { machine_id: 'M001', quantity: 1, pickup: true, coupon: '' }
  const idempotencyKey = randomUUID()
  const calls = await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const { token } = await send(url, deviceLogin, {
        device: randomBytes(32).toString('base64url'),
      })
      const quote = await send(url, quoteOrder, { ...basket, product }, token)
      const printFile = await upload({ url }, token, printOf(product))
      const request = {
        ...basket,
        printFile,
        claim: claims.forSession('M001'),
        expectedTotalMinor: quote.total.minor,
        design: newDesign(product, randomUUID()),
        idempotencyKey,
      }
      return encodeCall(placeOrder, request, { token })
    }),
  )
  let turn = 0
  return async () => {
    const call = calls[turn++ % CUSTOMERS]
    if (call === undefined) return
    const network = [10, turn >> 16, turn >> 8, turn].map((part) => part & 255).join('.')
    const response = await fetch(url + call.path, {
      method: 'POST',
      headers: { ...call.headers, 'X-Forwarded-For': network },
      body: call.body.replace(idempotencyKey, randomUUID()),
    })
    // As the bare route's answer: taken, not read by a schema.
    const answer = await response.text()
    if (!answer.startsWith('{"code":0,')) throw new Error(answer)
  }
}
