import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { login } from '#core/contract/services/accounts.ts'
import { cancelOrder, orderDetail, placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { eventually } from './eventually.ts'
import { newPhone } from './good-requests.ts'
import { begin, unpaidOrder as begunOrder, payWith, untilStates } from './paying.ts'
import { goodRequest, newCustomer, openAccount, openShop, type Shop } from './shop.ts'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const spanSchema = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
  status: z.looseObject({ code: z.number() }),
})
type Span = z.infer<typeof spanSchema>
const sentSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

const spans: Span[] = []
const asked: string[] = []
let collector: Server
let shop: Shop

beforeAll(async () => {
  const take = async (request: IncomingMessage): Promise<void> => {
    asked.push(`${request.method} ${request.url}`)
    const sent = sentSchema.parse(await json(request))
    spans.push(...sent.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((of) => of.spans)))
  }
  collector = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    )
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  shop = await openShop({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` })
})
afterAll(async () => {
  await shop.close()
  collector.closeAllConnections()
  collector.close()
})

const attributeOf = ({ attributes }: Span, name: string): unknown => {
  const found = attributes.find(({ key }) => key === name)
  return found && Object.values(found.value)[0]
}
const untilSpan = (holds: (span: Span) => boolean) =>
  eventually(() => {
    const found = spans.find(holds)
    if (found === undefined) throw new Error(`not among ${spans.length} spans`)
    return found
  })

it('a call is one trace: its route, service and code, and the statements that it made', async () => {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token)
  unwrap(await shop.call(placeOrder, request, { token }))
  const call = await untilSpan((span) => attributeOf(span, 'stampa.service') === placeOrder.name)
  expect(call.name).toBe(`POST ${placeOrder.endpoint}`)
  expect(Number(attributeOf(call, 'stampa.code'))).toBe(0)
  expect(Number(attributeOf(call, 'http.response.status_code'))).toBe(200)
  const statement = await untilSpan(
    (span) => span.traceId === call.traceId && span.name === 'statement',
  )
  expect(statement.parentSpanId).toBe(call.spanId)
  expect(attributeOf(statement, 'db.query.text')).toMatch(/^(with|select|insert|update|begin)/i)
  expect(new Set(asked)).toEqual(new Set(['POST /v1/traces']))
})

it('the outbox and the jobs are traces of their own', async () => {
  const order = await begunOrder(shop)
  await payWith(shop, await begin(shop, order), 'success')
  const { token, number: order_number } = order
  await untilStates(shop, order_number, ['authorised'])
  unwrap(await shop.call(cancelOrder, { order_number }, { token }))
  const asking = await untilSpan((span) => span.name === 'outbox')
  expect(Number(attributeOf(asking, 'stampa.tries'))).toBe(1)
  const job = await untilSpan((span) => span.name === 'job outbox')
  expect(job.parentSpanId ?? '').toBe('')
  await untilSpan((span) => span.name === 'job due orders')
})

it('nothing in a span is anybody’s', async () => {
  const password = 'correct horse battery'
  const { token, phone } = await openAccount(shop, newPhone(), password)
  await shop.call(login, { phone: phone ?? '', password: 'a wrong guess of it' })
  const { number } = await begunOrder(shop)
  await shop.call(orderDetail, { order_number: number }, { token })
  const seen = spans.length
  await eventually(() => expect(spans.length).toBeGreaterThan(seen))
  await untilSpan((span) => attributeOf(span, 'stampa.service') === orderDetail.name)
  const text = JSON.stringify(spans)
  for (const secret of [token, phone, password, 'a wrong guess of it', number, '127.0.0.1']) {
    expect(text).not.toContain(secret)
  }
})

describe('without a collector', () => {
  it('nothing of OpenTelemetry is loaded: one script has it, and that is asked for alone', () => {
    const folder = dirname(inject('serverScript'))
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const having = scripts.filter((name) => text(name).includes('@opentelemetry/'))
    expect(having).toHaveLength(1)
    const [only = ''] = having
    const naming = scripts.filter((name) => text(name).includes(only))
    for (const name of naming) {
      expect(text(name)).not.toMatch(new RegExp(`(from|import)\\s*["']\\./${only}`))
    }
    expect(naming.length).toBeGreaterThan(0)
  })
})
