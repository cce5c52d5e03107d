import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { CodePurpose, Login } from '#core/contract/entities/account.ts'
import {
  type Answered,
  type CallContext,
  decodeAnswer,
  encodeCall,
} from '#core/contract/exchange.ts'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { deviceLogin, register, sendCode } from '#core/contract/services/accounts.ts'
import { type placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import type { Outcome } from '#core/errors.ts'
import { unwrap } from '#core/errors.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { ImagingPool } from '#server/imaging/pool.ts'
import { echoPool } from './imaging-pools.ts'
import { blackCase, printOf, upload } from './order-requests.ts'
import { TEST_SECRET } from './run-server.ts'

export { blackCase, printOf, tinyJpeg, tinyPng, upload } from './order-requests.ts'

/** A server of its own on a database of its own, listening on a port. */
export interface Shop {
  readonly url: string
  readonly databaseUrl: string
  readonly context: Context
  readonly close: () => Promise<void>
  /** Calls a service as our client does. */
  readonly call: <Of extends Service>(
    service: Of,
    request: RequestOf<Of>,
    context?: Partial<CallContext>,
  ) => Promise<Outcome<Answered<AnswerOf<Of>>>>
}

/**
 * @param environment beyond what a test shop always has
 * @param prepare puts into the data folder what an earlier server left there
 * @param imagingPool what stands in for the image tools
 */
export async function openShop(
  environment: Record<string, string> = {},
  prepare: (dataFolder: string) => Promise<void> = async () => {},
  imagingPool: ImagingPool = echoPool(),
): Promise<Shop> {
  const databaseUrl = environment['DATABASE_URL'] ?? (await newDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'stampa-shop-'))
  await prepare(folder)
  const config = readConfig({
    STAMPA_LOG: 'error',
    STAMPA_DIST: 'public',
    STAMPA_PAYMENTS: 'sandbox',
    STAMPA_SECRET: TEST_SECRET,
    STAMPA_DATA: folder,
    DATABASE_URL: databaseUrl,
    ...environment,
  })
  const { app, context } = await buildApp(config, databaseUrl, { imagingPool })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    databaseUrl,
    context,
    call: (service, request, given) => callAt(url, service, request, given),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The shop of a test file: open before its first test, closed after its last. */
export function openShopOfFile(environment: Record<string, string> = {}): Shop {
  let opened: Shop | null = null
  const shop = (): Shop => {
    if (opened === null) throw new Error('the shop opens before the first test')
    return opened
  }
  beforeAll(async () => {
    opened = await openShop(environment)
  })
  afterAll(() => opened?.close())
  return {
    get url() {
      return shop().url
    },
    get databaseUrl() {
      return shop().databaseUrl
    },
    get context() {
      return shop().context
    },
    call: (...given) => shop().call(...given),
    close: () => shop().close(),
  }
}

/** Calls a service of the server at `url`. */
export async function callAt<Of extends Service>(
  url: string,
  service: Of,
  request: RequestOf<Of>,
  { token = null, ...rest }: Partial<CallContext> = {},
): Promise<Outcome<Answered<AnswerOf<Of>>>> {
  const { path, headers, body } = encodeCall(service, request, { token, ...rest })
  const response = await fetch(url + path, { method: 'POST', headers, body })
  const text = await response.text()
  return decodeAnswer(service, response.status, text === '' ? null : JSON.parse(text), { token })
}

/** An empty database in the run's PostgreSQL. */
export async function newDatabase(): Promise<string> {
  const server = new URL(inject('postgresUrl'))
  const name = `shop_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  server.pathname = name
  return server.href
}

/** A new customer's token, by automatic login. */
export async function newCustomer(shop: Pick<Shop, 'url'>): Promise<string> {
  const device = randomBytes(32).toString('base64url')
  return unwrap(await callAt(shop.url, deviceLogin, { device })).value.token
}

/** A code that was sent to a number, as its holder reads it in the sandbox's message. */
export async function proofOf(
  shop: Pick<Shop, 'url'>,
  phone: string,
  purpose: CodePurpose,
): Promise<{ readonly phone: string; readonly proof: string; readonly code: string }> {
  const request = { phone, purpose, language: 'en-us' } as const
  const { proof, message } = unwrap(await callAt(shop.url, sendCode, request)).value
  return { phone, proof, code: /\d{6}/.exec(message ?? '')?.[0] ?? '' }
}

/** A new account with a phone number that was proven. */
export async function openAccount(
  shop: Pick<Shop, 'url'>,
  phone: string,
  password: string,
): Promise<Login> {
  const proof = await proofOf(shop, phone, 'register')
  const request = { ...proof, password, username: 'Anna' }
  return unwrap(await callAt(shop.url, register, request)).value
}

export type OrderRequest = RequestOf<typeof placeOrder>

/** A request that a shop with samples grants: one black case, picked up at M001. */
export async function goodRequest(
  shop: Shop,
  token: string,
  fields: Partial<OrderRequest> = {},
): Promise<OrderRequest> {
  const design = newDesign(blackCase(), randomUUID())
  const basket = { machine_id: 'M001', quantity: 1, pickup: true, coupon: '', ...fields }
  const { machine_id, quantity, pickup, coupon } = basket
  const { product } = fields.design ?? design
  const quote = await shop.call(
    quoteOrder,
    { machine_id, quantity, pickup, coupon, product },
    { token },
  )
  return {
    ...basket,
    idempotencyKey: randomUUID(),
    claim: shop.context.claims.forSession('M001'),
    design,
    printFile: fields.printFile ?? (await upload(shop, token, printOf(product))),
    expectedTotalMinor: quote.ok ? quote.value.value.total.minor : 0,
    ...fields,
  }
}
