import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeCall } from '#core/contract/exchange.ts'
import type { Service } from '#core/contract/service.ts'
import { login, register } from '#core/contract/services/accounts.ts'
import { quoteOrder } from '#core/contract/services/orders.ts'
import { type ServiceKey, services } from '#core/contract/services.ts'
import { FILES_PATH } from '#core/contract/uploads.ts'
import { stock } from '#server/database/schema.ts'
import { goodRequests, newCaller, newPhone } from './good-requests.ts'
import { newCustomer, openAccount, openShop, proofOf, type Shop, tinyPng, upload } from './shop.ts'

/** What `docs/security.md` claims and no other test shows. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '100' })
  await shop.context.database.update(stock).set({ available: 10_000 })
})
afterAll(() => shop.close())

const keys = Object.keys(services) as ServiceKey[]
const endpoints = [...new Set(Object.values(services).map(({ endpoint }) => endpoint))]

describe('an endpoint', () => {
  it.each(endpoints)('%s answers POST alone', async (endpoint) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect((await fetch(shop.url + endpoint, { method })).status).toBe(404)
    }
    expect((await fetch(shop.url + endpoint, { method: 'POST' })).status).not.toBe(404)
  })

  it.each(endpoints)('%s lets no other site ask, and sets no cookie', async (endpoint) => {
    const headers = {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'token',
    }
    for (const method of ['OPTIONS', 'POST']) {
      const answer = await fetch(shop.url + endpoint, { method, headers })
      const names = [...answer.headers.keys()]
      expect(names).not.toContain('set-cookie')
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

it.each(keys)('the client puts nothing of %s into its address', async (key) => {
  const token = await newCaller(shop, key)
  const service: Service = services[key]
  const call = encodeCall(service, (await goodRequests[key](shop, token)) as never, { token })
  expect(call.path).toBe(service.endpoint)
  expect(call.headers).toMatchObject({ token })
})

describe('a page', () => {
  const policyOf = async (path: string) =>
    new Map(
      ((await fetch(shop.url + path)).headers.get('content-security-policy') ?? '')
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    )

  it('runs scripts of this server alone, talks to it alone, and stands in no frame', async () => {
    const policy = await policyOf('/')
    expect(policy.get('script-src')).toBe("'self' 'wasm-unsafe-eval'")
    expect(policy.get('connect-src')).toBe("'self' data: blob:")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'self'")
    const { headers } = await fetch(shop.url)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('compiles no text; OpenCV’s worker alone does', async () => {
    const isCompiling = async (path: string) =>
      (await policyOf(path)).get('script-src')?.includes("'unsafe-eval'")
    expect(await isCompiling('/assets/opencv.worker-1.js')).toBe(true)
    for (const path of ['/', '/assets/imaging.worker-1.js', '/shop/assets/opencv.worker-1.js']) {
      expect(await isCompiling(path)).toBe(false)
    }
  })
})

it('a proxy that is not named is not believed: its addresses are one visitor', async () => {
  const direct = await openShop()
  const codes: string[] = []
  for (let customer = 0; customer < 7; customer++) {
    const token = await newCustomer(direct)
    const good = await goodRequests.quoteOrder(direct, token)
    for (let count = 0; count < 10; count++) {
      const { path, headers, body } = encodeCall(
        quoteOrder,
        { ...good, coupon: `OFF${customer}${count}` },
        { token },
      )
      const forwarded = { ...headers, 'X-Forwarded-For': `203.0.113.${customer}` }
      const response = await fetch(direct.url + path, { method: 'POST', headers: forwarded, body })
      codes.push(((await response.json()) as { msg: string }).msg)
    }
  }
  expect(codes.filter((code) => code === 'coupon-not-usable')).toHaveLength(60)
  await direct.close()
})

describe('a password', () => {
  const codeFor = async (phone: string, password: string) => {
    const answer = await shop.call(login, { phone, password })
    return answer.ok ? 'ok' : answer.fault.code
  }

  it('is compared to its last letter, with its spaces and capitals', async () => {
    const phone = newPhone()
    const password = `${'Long enough, and longer still. '.repeat(5).slice(0, 124)}é `
    await openAccount(shop, phone, password)
    const others = [
      password.trimEnd(),
      password.slice(0, -2),
      `${password.slice(0, -1)}x`,
      password.toLowerCase(),
    ]
    for (const other of others) expect(await codeFor(phone, other)).toBe('credentials-wrong')
    expect(await codeFor(phone, password)).toBe('ok')
    // Another keyboard's spelling of the same letters.
    const composed = password.replace('é', 'e\u0301')
    expect(await codeFor(phone, composed)).toBe('ok')
  })

  it('has 8 to 128 characters', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    const letters = 'a1b2c3d4'.repeat(17)
    for (const length of [7, 129]) {
      const password = letters.slice(0, length)
      expect(await shop.call(register, { ...proof, password })).toMatchObject({
        fault: { code: 'fields-wrong' },
      })
    }
    expect(await shop.call(register, { ...proof, password: letters.slice(0, 128) })).toMatchObject({
      ok: true,
    })
  })
})

describe('a file', () => {
  it('comes back as an attachment of the type it was taken as', async () => {
    const token = await newCustomer(shop)
    const id = await upload(shop, token)
    const { headers } = await fetch(`${shop.url}${FILES_PATH}/${id}`, { headers: { token } })
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('lies under its hash', async () => {
    await upload(shop, await newCustomer(shop), tinyPng('one that is looked for'))
    const folder = join(shop.context.config.dataFolder, 'files')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/)
  })
})
