import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '#core/contract/service.ts'
import { register } from '#core/contract/services/accounts.ts'
import { addressList, saveAddress } from '#core/contract/services/addresses.ts'
import { goodsList } from '#core/contract/services/goods.ts'
import { machineDetail, scan } from '#core/contract/services/machines.ts'
import { orderTimeline, placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { doodleLayer } from '#core/design/create.ts'
import { unwrap } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { orders } from '#server/database/schema.ts'
import { goodAddress, newPhone } from './good-requests.ts'
import { startServer } from './server-process.ts'
import { callAt, goodRequest, newCustomer, newDatabase, openShopOfFile, proofOf } from './shop.ts'

const METRICS_TOKEN = 'a token of the collector, long enough'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '100', STAMPA_METRICS_TOKEN: METRICS_TOKEN })
let token: string
beforeAll(async () => {
  token = await newCustomer(shop)
})

interface Answer {
  readonly status: number
  readonly length: number
  readonly msg: string
  readonly fields: Readonly<Record<string, string>>
}

/** Sends a body as it is. */
async function send(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = { token },
): Promise<Answer> {
  const response = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  const text = await response.text()
  const { msg, data } = JSON.parse(text)
  return { status: response.status, length: text.length, msg, fields: data?.fields ?? {} }
}
const sendTo = (service: Service, fields: object, headers?: Readonly<Record<string, string>>) =>
  send(service.endpoint, JSON.stringify({ s: service.name, ...fields }), headers)

async function largeBodiesRead(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${shop.url}/metrics`, { headers })).text()
  return Number(/^stampa_large_bodies_total (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

describe('a request with very many faults', () => {
  const wrongDesign = (strokes: unknown) => ({ design: { version: 2, layers: [{ strokes }] } })
  it.each([
    [
      'points',
      { design: { layers: [{ kind: 'doodle', strokes: [{ points: Array(15_000).fill(0) }] }] } },
    ],
    ['layers', { design: { layers: Array(20_000).fill(0) } }],
    [
      'settings',
      wrongDesign(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, null]))),
    ],
  ])('in its %s is answered in few words', async (_, fields) => {
    const { msg, length, fields: named } = await sendTo(placeOrder, fields)
    expect(msg).toBe('fields-wrong')
    expect(Object.keys(named).length).toBeLessThanOrEqual(20)
    expect(length).toBeLessThan(4000)
  })

  it('names at most twenty of a small one', async () => {
    const holes = Array.from({ length: 16 }, () => ({}))
    const product = { kind: 'phone-case', geometry: { holes } }
    const { msg, fields } = await sendTo(quoteOrder, { product, design: { product } })
    expect(msg).toBe('fields-wrong')
    expect(Object.keys(fields).length).toBeLessThanOrEqual(20)
  })
})

describe('a large body', () => {
  const padding = 'x'.repeat(limits.callBytesMax)
  it('is read of nobody without a token', async () => {
    const answer = await sendTo(placeOrder, { remarks: padding }, { token: 'nobodys' })
    expect(answer.msg).toBe('signed-out')
    // Broken JSON: whoever reads it says so.
    expect((await send(placeOrder.endpoint, `{${padding}`, {})).msg).toBe('signed-out')
  })

  it('is taken for an order alone', async () => {
    const other = await sendTo(saveAddress, { ...goodAddress, more: padding })
    expect(other).toMatchObject({ msg: 'fields-wrong', fields: { request: 'too_big' } })
    const order = await goodRequest(shop, token)
    expect((await sendTo(placeOrder, { ...order, more: padding })).msg).toBe('ok')
  })

  it('is read in another thread, good or bad; a small one is not', async () => {
    const order = await goodRequest(shop, token)
    const before = await largeBodiesRead()
    expect((await sendTo(placeOrder, order)).msg).toBe('ok')
    expect((await largeBodiesRead()) - before).toBe(0)
    const other = await newCustomer(shop)
    const large = { ...(await goodRequest(shop, other)), more: padding }
    expect((await sendTo(placeOrder, large, { token: other })).msg).toBe('ok')
    expect((await sendTo(placeOrder, { more: padding })).msg).toBe('fields-wrong')
    expect(await send(placeOrder.endpoint, `{${padding}`)).toMatchObject({ status: 422 })
    const reaching = `{"s":"Order.place","more":"${padding}","__proto__":{}}`
    expect(await send(placeOrder.endpoint, reaching)).toMatchObject({ status: 422 })
    expect((await largeBodiesRead()) - before).toBe(4)
  })

  it('keeps its design whole', async () => {
    const own = await newCustomer(shop)
    const order = await goodRequest(shop, own)
    const points = Array.from({ length: 4000 }, (_, at) => [at / 128, 0.123456789, 0.5] as const)
    const stroke = { points: points.map(([x, y, p]) => [x, y, p] as [number, number, number]) }
    const strokes = [{ ...stroke, colour: '#112233', widthMm: 1, eraser: false }]
    const layer = { ...doodleLayer(order.design, 'doodle'), strokes }
    const design = { ...order.design, layers: [layer] }
    const { msg } = await sendTo(placeOrder, { ...order, design }, { token: own })
    expect(msg).toBe('ok')
    const rows = await shop.context.database.select({ design: orders.design }).from(orders)
    expect(rows.map((row) => row.design)).toContainEqual(design)
  })

  it('has an end', async () => {
    const { status } = await sendTo(placeOrder, { more: 'x'.repeat(limits.orderBytesMax) })
    expect(status).toBe(413)
  })

  it('as a form is no larger than a call', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', token }
    const { status } = await send(goodsList.endpoint, `s=Goods.getList&more=${padding}`, form)
    expect(status).toBe(413)
  })
})

describe('JSON that is made to be slow', () => {
  it.each([
    ['nested deeply', '['.repeat(20_000)],
    ['nested deeply and closed', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['of objects within objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ])('%s is refused unread', async (_, body) => {
    expect(await send(placeOrder.endpoint, body)).toMatchObject({
      status: 422,
      msg: 'fields-wrong',
    })
  })

  it('of very many parts is refused unread', async () => {
    const parts = `[${'[],'.repeat(110_000)}[]]`
    expect(await send(placeOrder.endpoint, parts)).toMatchObject({ status: 422 })
    const values = `[${'0,'.repeat(310_000)}0]`
    expect(await send(placeOrder.endpoint, values)).toMatchObject({ status: 422 })
    const members = Array.from({ length: 70_000 }, (_, at) => `"${at}":0`).join(',')
    expect(await send(placeOrder.endpoint, `{${members}}`)).toMatchObject({ status: 422 })
  })

  it('is not what brackets in a text are', async () => {
    const city = '[{'.repeat(20)
    const answer = await sendTo(saveAddress, { ...goodAddress, city, detail: '\\"[[[[{{{' })
    expect(answer.msg).toBe('ok')
  })
})

describe('what no database keeps', () => {
  const odd = ['a\0b', 'half \ud83d', '\udc4d half']
  const withText: readonly (readonly [Service, (text: string) => object])[] = [
    [register, (text) => ({ phone: newPhone(), password: 'long enough', username: text })],
    [register, (text) => ({ phone: text, password: 'long enough' })],
    [machineDetail, (text) => ({ machine_id: text })],
    [scan, (text) => ({ machine_id: 'M001', claim: text })],
    [saveAddress, (text) => ({ ...goodAddress, recipient: text })],
    [saveAddress, (text) => ({ ...goodAddress, email: `${text}@example.com` })],
  ]
  it.each(withText)('is refused in the text of $name', async (service, fields) => {
    for (const text of odd) expect((await sendTo(service, fields(text))).msg).toBe('fields-wrong')
  })

  it.each([
    'remarks',
    'promotionNumber',
    'printFile',
    'previewFile',
    'coupon',
    'promoter_id',
    'Distribution',
  ])('is refused in the %s of an order', async (field) => {
    const order = await goodRequest(shop, token)
    for (const text of odd) {
      expect((await sendTo(placeOrder, { ...order, [field]: text })).msg).toBe('fields-wrong')
    }
  })

  it('is mended in the words of a design, and the order is placed', async () => {
    const order = await goodRequest(shop, token)
    const design = { ...order.design, title: 'half \ud83d and \0' }
    expect((await sendTo(placeOrder, { ...order, design })).msg).toBe('ok')
  })

  it('is refused as a number beyond 32 bits and a moment beyond the calendar', async () => {
    const order = await goodRequest(shop, token)
    expect((await sendTo(placeOrder, { ...order, terminal: 2 ** 40 })).msg).toBe('fields-wrong')
    for (const beginTime of ['8640000000000001', '9e15', '1e300']) {
      expect((await sendTo(orderTimeline, {}, { token, beginTime })).msg).toBe('fields-wrong')
    }
  })
})

it('a failing query leaves its fault in the log, and nothing that it was asked with', async () => {
  const databaseUrl = await newDatabase()
  const server = await startServer({
    databaseUrl,
    dataFolder: shop.context.config.dataFolder,
    env: { STAMPA_LOG: 'debug' },
  })
  const customer = await newCustomer(server)
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query('alter table addresses rename column address to elsewhere')
  await database.query(
    'alter table customers add constraint nobody check (username is null) not valid',
  )
  await database.end()
  const phone = newPhone()
  const password = 'a password to look for'
  const proof = await proofOf(server, phone, 'register')
  const answers = [
    await callAt(server.url, register, { ...proof, password, username: 'A name to look for' }),
    await callAt(server.url, saveAddress, goodAddress, { token: customer }),
    await callAt(server.url, addressList, {}, { token: customer }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ fault: { code: 'server-fault' } })
  await server.kill('SIGTERM')
  const log = server.output()
  expect(log).toContain('"code":"42703"')
  expect(log).toContain('"code":"23514","constraint":"nobody"')
  for (const secret of [phone, password, 'to look for', goodAddress.detail, goodAddress.email]) {
    expect(log).not.toContain(secret)
  }
  expect(log).not.toMatch(/params:|argon2id|Failed query/)
})

it('a good request is still answered after all that, as JSON with its charset', async () => {
  const { headers } = await fetch(shop.url + goodsList.endpoint, { method: 'POST' })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(unwrap(await shop.call(goodsList, {})).value.length).toBeGreaterThan(0)
})
