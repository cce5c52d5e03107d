import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'playwright/test'
import { z } from 'zod'
import { testCards } from '#core/commerce/payments/test-cards.ts'
import { CARD_PAGE_PATH } from '#core/contract/card-page.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import { deviceLogin } from '#core/contract/services/accounts.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { newDesign } from '#core/design/create.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { runEmbeddedDatabase } from '#server/database/embedded.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../contract/order-requests.ts'
import { runServer } from '../contract/run-server.ts'
import { writeBenchSection } from './report.ts'
import { send } from './send.ts'

const MACHINE = 'M001'
const SECRET = 'a secret of this bench, long enough to be one'
const METRICS_TOKEN = 'the collector of this bench alone'
const PRINTS = 30
const WATCHERS = 5_000
/** They come by so many at once. */
const OPENED_AT_ONCE = 100
const CHANGES = 10
const SETTLE_MS = 3_000
const PROBE_MS = 5
const STARTS_MS = 30_000

interface Product {
  readonly url: string
  readonly connection: Connection
  readonly folder: string
}

/** The built server on a database of its own. */
async function withProduct(work: (product: Product) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-bench-'))
  await chmod(folder, 0o711)
  const database = await runEmbeddedDatabase(folder, (lost) => {
    throw lost
  })
  const env = {
    STAMPA_SECRET: SECRET,
    STAMPA_RATE_FACTOR: '1000000',
    STAMPA_METRICS_TOKEN: METRICS_TOKEN,
    STAMPA_STATIONS: 'false',
  }
  const server = await runServer('dist-server/main.js', {
    databaseUrl: database.url,
    dataFolder: folder,
    env,
  })
  const connection = await connect(database.url, { connections: 2, timeoutMs: 15_000 })
  await connection.pool.query(`update machines set slots = 1000000`)
  await connection.pool.query(`update stock set available = 1000000`)
  await work({ url: server.url, connection, folder })
  await connection.close()
  await server.kill('SIGTERM')
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A customer who places an order each time, and pays it when asked to. */
async function newCustomer({ url }: Product) {
  const device = randomBytes(32).toString('base64url')
  const { token } = await send(url, deviceLogin, { device })
  const product = blackCase()
  const basket = { machine_id: MACHINE, quantity: 1, pickup: true, coupon: '' }
  const { total } = await send(url, quoteOrder, { ...basket, product }, token)
  const printFile = await upload({ url }, token, printOf(product))
  const claim = createClaims(SECRET).forSession(MACHINE)
  const place = async (): Promise<string> => {
    const design = newDesign(product, randomUUID())
    const wanted = { ...basket, claim, printFile, design, expectedTotalMinor: total.minor }
    const idempotencyKey = randomUUID()
    return (await send(url, placeOrder, { ...wanted, idempotencyKey }, token)).order_number
  }
  const reference = async (order_number: string): Promise<string> => {
    const { payUrl } = await send(url, beginPayment, { order_number }, token)
    return new URL(payUrl ?? '', url).searchParams.get('reference') ?? ''
  }
  return { token, place, reference }
}

async function pay(url: string, reference: string): Promise<void> {
  const card = { number: testCards.success, expiry: '12/40', cvc: '123' }
  const answer = await fetch(`${url}${CARD_PAGE_PATH}/${reference}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(card),
  })
  if (!answer.ok) throw new Error(`paying: HTTP ${answer.status}`)
  await answer.arrayBuffer()
}

const simulatorSchema = z.object({
  jobs: z.array(z.object({ id: z.number(), impressions: z.number() })),
})

/** The agent with its simulator, which prints a sheet as soon as it has it. */
async function runStation({ url, connection, folder }: Product) {
  const now = () => new Date()
  const code = await newEnrolmentCode({ database: connection.database, now }, MACHINE)
  const args = ['--machine', MACHINE, '--server', url, '--enrol', code, '--sheet-ms', '0']
  args.push('--folder', join(folder, 'station'))
  const station: ChildProcess = spawn(process.execPath, ['dist-server/station.js', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = ''
  station.stdout?.on('data', (piece) => {
    written += String(piece)
  })
  const found = () => /its simulated printer is (\S+)/.exec(written)?.[1]
  for (const until = Date.now() + STARTS_MS; found() === undefined; await pause(PROBE_MS)) {
    if (Date.now() > until) throw new Error(`the station did not start:\n${written}`)
  }
  return {
    end: () => station.kill('SIGTERM'),
    /** The number of the sheet that came out last. */
    lastSheet: async () => {
      const { jobs } = simulatorSchema.parse(await (await fetch(`${found()}/state`)).json())
      return Math.max(0, ...jobs.filter(({ impressions }) => impressions > 0).map(({ id }) => id))
    },
  }
}

const at = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((one, other) => one - other)
  return `${Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)} ms`
}

test('from the payment to the printed page', async () => {
  await withProduct(async (product) => {
    const { url, connection } = product
    const customer = await newCustomer(product)
    const station = await runStation(product)
    const untilPage: number[] = []
    const untilFinished: number[] = []
    for (let turn = 0; turn < PRINTS; turn++) {
      const number = await customer.place()
      const reference = await customer.reference(number)
      const before = await station.lastSheet()
      const began = performance.now()
      await pay(url, reference)
      while ((await station.lastSheet()) === before) await pause(PROBE_MS)
      untilPage.push(performance.now() - began)
      const stage = 'select 1 from orders where order_number = $1 and stage = $2'
      while ((await connection.pool.query(stage, [number, 'production-finished'])).rowCount === 0) {
        await pause(PROBE_MS)
      }
      untilFinished.push(performance.now() - began)
    }
    station.end()
    const row = (name: string, times: readonly number[]) =>
      `| ${name} | ${at(times, 0.5)} | ${at(times, 0.9)} | ${at(times, 1)} |`
    writeBenchSection(
      'From payment to printed page',
      [
        `${PRINTS} orders, one after the other: the customer pays, the provider's webhook arrives, the`,
        'agent claims the job, fetches and checks the file, and the simulator has the page out. The',
        'simulator takes no time for the sheet itself; the file is an empty case at 300 dpi.',
        '',
        '| from the tap on "pay" | p50 | p90 | longest |',
        '|---|---|---|---|',
        row('until the page is out', untilPage),
        row('until the order says so', untilFinished),
      ].join('\n'),
    )
  })
})

interface Watcher {
  /** Resolves at the next change of the queue. */
  readonly next: () => Promise<void>
  readonly hangUp: () => void
}

function watch(url: string, token: string): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    let heard = () => {}
    const request = get(url + queueEventsPath(MACHINE), { headers: { token } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`watching: HTTP ${response.statusCode}`))
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: snapshot')) resolve(watcher)
        if (text.includes('event: change')) heard()
      })
      response.on('error', () => {})
    })
    const watcher: Watcher = {
      next: () =>
        new Promise((told) => {
          heard = told
        }),
      hangUp: () => request.destroy(),
    }
    request.on('error', reject)
  })
}

async function residentBytes(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}

test('customers who watch a queue', async () => {
  await withProduct(async (product) => {
    const { url } = product
    const customer = await newCustomer(product)
    const first = await watch(url, customer.token)
    first.hangUp()
    await pause(SETTLE_MS)
    const before = await residentBytes(url)
    const watchers: Watcher[] = []
    while (watchers.length < WATCHERS) {
      const some = Array.from({ length: OPENED_AT_ONCE }, () => watch(url, customer.token))
      watchers.push(...(await Promise.all(some)))
    }
    await pause(SETTLE_MS)
    const kilobytes = ((await residentBytes(url)) - before) / 1024 / watchers.length
    const times: number[] = []
    for (let turn = 0; turn < CHANGES; turn++) {
      const reference = await customer.reference(await customer.place())
      const told = watchers.map(async ({ next }) => {
        await next()
        return performance.now()
      })
      const began = performance.now()
      await pay(url, reference)
      times.push(...(await Promise.all(told)).map((when) => when - began))
    }
    for (const { hangUp } of watchers) hangUp()
    writeBenchSection(
      'Watching a queue',
      [
        `${WATCHERS} customers watch one queue by server-sent events, all on one server and one`,
        `machine; ${CHANGES} orders join it. The client that counts shares the processor.`,
        '',
        '| watchers held | memory of one | told after a payment, p50 | p99 | last |',
        '|---|---|---|---|---|',
        `| ${watchers.length} | ${kilobytes.toFixed(1)} kB | ${at(times, 0.5)} | ${at(times, 0.99)} | ${at(times, 1)} |`,
      ].join('\n'),
    )
  })
})
