import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAddress } from '#core/contract/services/addresses.ts'
import { machineDetail, scan } from '#core/contract/services/machines.ts'
import { followOrder, placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { goodAddress, newPhone } from './good-requests.ts'
import { startServer } from './server-process.ts'
import {
  callAt,
  goodRequest,
  newCustomer,
  newDatabase,
  openAccount,
  openShop,
  type Shop,
} from './shop.ts'

let shop: Shop
let folder: string
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000' })
  folder = await mkdtemp(join(tmpdir(), 'stampa-operation-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the server', () => {
  it('is healthy and ready, and no longer ready when its database is gone', async () => {
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
    const lonely = await openShop()
    const admin = new pg.Client({ connectionString: shop.databaseUrl })
    await admin.connect()
    await admin.query(`drop database ${new URL(lonely.databaseUrl).pathname.slice(1)} with (force)`)
    await admin.end()
    expect((await fetch(`${lonely.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200)
    await lonely.close()
  })

  it('counts calls by service and code for the machine’s own collector', async () => {
    await shop.call(machineDetail, { machine_id: 'M001' })
    await shop.call(machineDetail, { machine_id: 'nowhere' })
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    expect(metrics).toMatch(/stampa_calls_total\{service="Machine.detail",code="0"\} \d/)
    expect(metrics).toMatch(/stampa_calls_total\{service="Machine.detail",code="404"\} \d/)
    expect(metrics).toContain('process_cpu_seconds_total')
  })

  it('says its settings to the app, and nothing secret', async () => {
    expect(await (await fetch(`${shop.url}/v1/settings`)).json()).toEqual({
      language: 'en-us',
      currency: 'CNY',
      phones: 'specified',
      cards: false,
      tiles: null,
    })
  })

  it.each(['/healthz', '/openapi.json', '/v1/uploads', '/v1/files/none', '/nowhere'])(
    'sends its security headers with %s',
    async (path) => {
      const { headers } = await fetch(shop.url + path)
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )

  it('lets map tiles in only where the deployment names them', async () => {
    const imagesOf = async (url: string) => {
      const policy = (await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? ''
      return policy.split(';').find((part) => part.trim().startsWith('img-src'))
    }
    expect(await imagesOf(shop.url)).not.toContain('tiles')
    const mapped = await openShop({
      STAMPA_TILES: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      STAMPA_TILES_CREDIT: 'Tiles',
    })
    expect(await imagesOf(mapped.url)).toContain('https://*.tiles.example')
    await mapped.close()
  })
})

it('nothing personal is written to the log', async () => {
  const server = await startServer({
    DATABASE_URL: await newDatabase(),
    STAMPA_DATA: join(folder, 'log'),
    STAMPA_LOG: 'debug',
    STAMPA_SAMPLES: 'true',
  })
  const phone = newPhone()
  const password = 'a password to look for'
  const { token } = await openAccount(server, phone, password)
  await callAt(server.url, saveAddress, goodAddress, { token })
  await callAt(server.url, scan, { machine_id: 'M001', claim: 'a-claim-to-look-for' })
  await fetch(`${server.url}/nowhere?claim=a-claim-to-look-for&phone=${phone}`)
  await fetch(`${server.url}/shop/index`, { method: 'POST', body: `{"phone":"${phone}"` })
  await server.signal('SIGTERM')
  const log = server.output()
  expect(log).toContain('Server listening')
  for (const secret of [phone, password, token, goodAddress.recipient, 'a-claim-to-look-for']) {
    expect(log).not.toContain(secret)
  }
})

it('SIGTERM answers who still waits, and ends with code 0', async () => {
  const server = await startServer({
    DATABASE_URL: await newDatabase(),
    STAMPA_DATA: join(folder, 'term'),
    STAMPA_SECRET: shop.context.config.secret ?? 'x'.repeat(32),
  })
  const token = await newCustomer(server)
  const request = await goodRequest(
    { ...shop, url: server.url, call: (...call) => callAt(server.url, ...call) },
    token,
  )
  const { createClaims } = await import('#server/stations/claims.ts')
  const claim = createClaims('x'.repeat(32)).forSession('M001')
  const order = unwrap(await callAt(server.url, placeOrder, { ...request, claim }, { token })).value
  const following = callAt(
    server.url,
    followOrder,
    { order_number: order.order_number, version: order.version },
    { token },
  ).catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await server.signal('SIGTERM')).toBe(0)
  await following
})

it('wrong settings stop the start, each of them named', async () => {
  await expect(
    startServer({ DATABASE_URL: 'nonsense', STAMPA_LANGUAGE: 'klingon' }),
  ).rejects.toThrow(/DATABASE_URL.*STAMPA_LANGUAGE/s)
})
