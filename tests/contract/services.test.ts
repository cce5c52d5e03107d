import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { envelopeSchema, signInAgainCodes } from '#core/contract/envelope.ts'
import { encodeCall } from '#core/contract/exchange.ts'
import type { Service } from '#core/contract/service.ts'
import { endpoints } from '#core/contract/service.ts'
import { logout } from '#core/contract/services/accounts.ts'
import { addressList } from '#core/contract/services/addresses.ts'
import { orderList, orderTimeline, placeOrder } from '#core/contract/services/orders.ts'
import { staffLogout } from '#core/contract/services/staff.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { unwrap } from '#core/errors.ts'
import { machines, stock } from '#server/database/schema.ts'
import { goodRequests, newCaller } from './good-requests.ts'
import { goodRequest, newCustomer, openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let token: string
beforeAll(async () => {
  token = await newCustomer(shop)
  await shop.context.database.update(stock).set({ available: 10_000 })
  // Every service that needs an order places one at the same station.
  await shop.context.database.update(machines).set({ slots: 1_000 })
})

const keys = Object.keys(services) as ServiceKey[]
const serviceOf = (key: ServiceKey): Service => services[key]
const refusedSchema = z.object({ refusal: z.string(), fields: z.record(z.string(), z.string()) })

/** Sends fields past our own client, as anybody may. */
async function send(
  service: Service,
  fields: object,
  { as = token, form = false }: { as?: string | null; form?: boolean } = {},
) {
  const { path, headers, body } = encodeCall(
    { ...service, body: form ? 'form' : 'json' },
    fields as never,
    { token: as },
  )
  const response = await fetch(shop.url + path, { method: 'POST', headers, body })
  return envelopeSchema.parse(await response.json())
}

/** Each call of its own customer, so that one logs nobody else out. */
async function goodCall(key: ServiceKey) {
  const own = await newCaller(shop, key)
  return { own, request: await goodRequests[key](shop, own) }
}

describe.each(keys)('%s', (key) => {
  const service = serviceOf(key)

  it.each(['JSON', 'form'])('answers a good request sent as %s', async (kind) => {
    const { own, request } = await goodCall(key)
    const envelope = await send(service, request, { as: own, form: kind === 'form' })
    expect(envelope).toMatchObject({ code: 0, status: true })
    expect(service.answer.safeParse(envelope.data).success).toBe(true)
  })

  it('refuses each field that is missing or wrong, by its name', async () => {
    const { own, request } = await goodCall(key)
    const shape: Readonly<Record<string, z.ZodType>> = service.request.shape
    for (const [field, schema] of Object.entries(shape)) {
      const { [field]: _dropped, ...without } = request as Record<string, unknown>
      const wrong = { ...without, [field]: { no: 'such thing' } }
      const tries = schema.safeParse(undefined).success ? [wrong] : [wrong, without]
      for (const fields of tries) {
        const { code, data, status } = await send(service, fields, { as: own })
        const { refusal, fields: named } = refusedSchema.parse(data)
        expect({ code, status, refusal }).toEqual({
          code: 422,
          status: false,
          refusal: 'fields-wrong',
        })
        expect(Object.keys(named).map((path) => path.split('.')[0])).toContain(field)
      }
    }
  })

  it('asks for a token where it needs one, and only there', async () => {
    const { own, request } = await goodCall(key)
    for (const as of [null, 'nobody’s', '']) {
      const { code } = await send(service, request, { as: as && 'nobodys' })
      expect(code).toBe(service.token === 'none' ? 0 : 401)
      if (service.token === 'none') return
    }
    const leave = service.token === 'staff' ? staffLogout : logout
    unwrap(await shop.call(leave, {}, { token: own }))
    expect((await send(service, request, { as: own })).code).toBe(401)
  })
})

describe("what is another customer's", () => {
  const owned = {
    endSession: 'session-unknown',
    deleteAddress: 'address-unknown',
    deleteSize: 'size-unknown',
    orderDetail: 'order-unknown',
    cancelOrder: 'order-unknown',
    chooseOfflinePayment: 'order-unknown',
    receiveOrder: 'order-unknown',
    followOrder: 'order-unknown',
    imagingJob: 'imaging-unknown',
    cancelImaging: 'imaging-unknown',
  } as const satisfies Partial<Record<ServiceKey, string>>

  it.each(Object.entries(owned))('%s is unknown to everybody else', async (key, refusal) => {
    const { own, request } = await goodCall(key as keyof typeof owned)
    const other = await newCustomer(shop)
    const refused = await send(serviceOf(key as ServiceKey), request, { as: other })
    expect(refused).toMatchObject({ code: 404, data: { refusal } })
    expect(await send(serviceOf(key as ServiceKey), request, { as: own })).toMatchObject({
      code: 0,
    })
  })

  it('stands in no list of theirs', async () => {
    const other = await newCustomer(shop)
    await shop.call(placeOrder, await goodRequest(shop, token), { token })
    for (const service of [orderList, orderTimeline, addressList]) {
      expect(unwrap(await shop.call(service, {}, { token: other })).value).toEqual([])
    }
  })
})

describe('paging', () => {
  it('gives a page, how many there are in all, and how many stand on a page', async () => {
    const own = await newCustomer(shop)
    const placed: string[] = []
    for (let count = 0; count < 3; count++) {
      const request = await goodRequest(shop, own)
      placed.unshift(
        unwrap(await shop.call(placeOrder, request, { token: own })).value.order_number,
      )
    }
    const page = (pageNum: number) =>
      shop.call(orderList, {}, { token: own, paging: { pageNum, pageSize: 2 } })
    const [first, second] = [unwrap(await page(1)), unwrap(await page(2))]
    expect([...first.value, ...second.value].map(({ order_number }) => order_number)).toEqual(
      placed,
    )
    expect([first.count, first.value.length, second.value.length]).toEqual([3, 2, 1])
  })

  it('walks through time in both directions', async () => {
    const own = await newCustomer(shop)
    const times: number[] = []
    for (let count = 0; count < 3; count++) {
      const request = await goodRequest(shop, own)
      times.push(unwrap(await shop.call(placeOrder, request, { token: own })).value.placedAtMs)
    }
    const walk = async (direction: 'older' | 'newer') => {
      const paging = {
        beginTime: times[1] ?? 0,
        direction,
        orderBy: 'placedAt' as const,
        pageSize: 5,
      }
      const found = unwrap(await shop.call(orderTimeline, {}, { token: own, paging }))
      return found.value.map(({ placedAtMs }) => placedAtMs)
    }
    expect(await walk('older')).toEqual([times[0]])
    expect(await walk('newer')).toEqual([times[2]])
  })

  it.each([
    { pageNum: '0' },
    { pageSize: '1000' },
    { direction: 'sideways' },
    { orderBy: 'password' },
    { beginTime: 'yesterday' },
  ])('refuses %o without signing anybody out', async (headers) => {
    const response = await fetch(shop.url + endpoints.shop, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', token, ...headers },
      body: JSON.stringify({ s: orderList.name }),
    })
    expect(envelopeSchema.parse(await response.json())).toMatchObject({
      code: 422,
      data: { fields: { [Object.keys(headers)[0] ?? '']: expect.any(String) } },
    })
  })
})

describe('a body that cannot be read', () => {
  it.each([
    ['broken JSON', 'application/json', '{"s":'],
    ['a list', 'application/json', '[1]'],
    ['another type', 'text/plain', 's=User.info'],
    ['no service', 'application/json', '{}'],
    ['another address’s service', 'application/json', '{"s":"User.login"}'],
  ])(
    'as %s is refused in the envelope, and is no reason to sign in again',
    async (_, type, body) => {
      const response = await fetch(shop.url + endpoints.shop, {
        method: 'POST',
        headers: { 'Content-Type': type, token },
        body,
      })
      const envelope = envelopeSchema.parse(await response.json())
      expect(envelope.status).toBe(false)
      expect(signInAgainCodes).not.toContain(envelope.code)
      expect(envelope.code).not.toBe(0)
    },
  )
})

it('the OpenAPI document names every service at its address', async () => {
  const document = await (await fetch(`${shop.url}/openapi.json`)).text()
  for (const key of keys) expect(document).toContain(`"${serviceOf(key).name}"`)
  for (const path of ['/v1/settings', '/v1/uploads', '/v1/files/{id}']) {
    expect(document).toContain(`"${path}"`)
  }
})
