import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CARD_PAGE_PATH } from '#core/contract/card-page.ts'
import { imagingEventsPath } from '#core/contract/imaging-events.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import type { Service } from '#core/contract/service.ts'
import { login } from '#core/contract/services/accounts.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import * as protocol from '#core/contract/station/protocol.ts'
import { FILES_PATH, UPLOADS_PATH } from '#core/contract/uploads.ts'
import { unwrap } from '#core/errors.ts'
import { buildApp } from '#server/app.ts'
import { networkOf } from '#server/calls/network.ts'
import { goodRequests, newPhone } from './good-requests.ts'
import {
  callAt,
  newCustomer,
  openAccount as openAccountAt,
  openShop,
  openShopOfFile,
} from './shop.ts'

const proxied = { STAMPA_TRUSTED_PROXIES: '127.0.0.1' }
const shop = openShopOfFile(proxied)
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

const password = 'correct horse battery'
const codeOf = (answer: { ok: true } | { ok: false; fault: { code: string } }) =>
  answer.ok ? 'ok' : answer.fault.code
const openAccount = async () => (await openAccountAt(shop, newPhone(), password)).phone

/** Ten guesses, and then one in its turn; a slow machine may see a second turn. */
const CHECKED_MAX = 13
const checkedOf = (codes: readonly string[]) =>
  codes.filter((code) => code === 'credentials-wrong').length

/** Calls a service as a proxy passes it on for an address. */
async function callFrom(address: string, service: Service, fields: object, token = '') {
  const response = await fetch(shop.url + service.endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, token },
    body: JSON.stringify({ s: service.name, ...fields }),
  })
  const { msg } = (await response.json()) as { msg: string }
  return msg
}

/** Lets the time of every turn pass. */
const nextTurn = () =>
  database.query("delete from rate_limits where key like '% turn:%' or key like '% strangers:%'")

describe('guessing the password of a number', () => {
  it('counts every spelling of the number, also those sent at once', async () => {
    const phone = await openAccount()
    const spellings = [phone, `0${phone}`, ` ${phone}`, `${phone} `, ` 0${phone} `]
    const guesses = Array.from({ length: 30 }, (_, index) =>
      shop.call(login, { phone: spellings[index % 5] ?? phone, password: 'guess' }),
    )
    const codes = (await Promise.all(guesses)).map(codeOf)
    expect(checkedOf(codes)).toBeLessThanOrEqual(CHECKED_MAX)
    expect(codes.filter((code) => code === 'too-many-calls').length).toBeGreaterThan(15)
  })

  it('counts a landline with and without its hyphen as one', async () => {
    const spellings = ['0755-7654321', '07557654321', '755-7654321']
    const codes: string[] = []
    for (let count = 0; count < 20; count++) {
      const phone = spellings[count % 3] ?? ''
      codes.push(codeOf(await shop.call(login, { phone, password: 'guess' })))
    }
    expect(checkedOf(codes)).toBeLessThanOrEqual(CHECKED_MAX)
  })

  it('slows everybody down and locks nobody out', async () => {
    const phone = await openAccount()
    for (let count = 0; count < 12; count++) await shop.call(login, { phone, password: 'guess' })
    const early = await shop.call(login, { phone, password })
    expect(early).toMatchObject({
      fault: { code: 'too-many-calls', params: { seconds: expect.any(Number) } },
    })
    expect(early.ok ? 0 : Number(early.fault.params['seconds'])).toBeLessThanOrEqual(10)
    await nextTurn()
    expect(codeOf(await shop.call(login, { phone, password }))).toBe('ok')
    // Another number is not slowed down at all.
    expect(codeOf(await shop.call(login, { phone: await openAccount(), password }))).toBe('ok')
  })

  it('from everywhere at once does not keep out an owner who was there before', async () => {
    const phone = await openAccount()
    expect(await callFrom('203.0.113.1', login, { phone, password })).toBe('ok')
    const guess = (index: number) =>
      callFrom(`198.51.100.${index}`, login, { phone, password: 'guess' })
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)))
    expect(guesses.filter((each) => each === 'credentials-wrong').length).toBeLessThan(20)
    expect(await callFrom('203.0.113.1', login, { phone, password })).toBe('ok')
  })

  it('from ever new addresses gets slower and slower, and keeps out no owner who was there before', async () => {
    const phone = await openAccount()
    expect(await callFrom('203.0.113.1', login, { phone, password })).toBe('ok')
    for (let count = 0; count < 45; count++) {
      await nextTurn()
      await callFrom(`198.51.100.${count}`, login, { phone, password: 'guess' })
    }
    const from = { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.200' }
    const body = JSON.stringify({ s: login.name, phone, password: 'guess' })
    const stranger = await fetch(shop.url + login.endpoint, { method: 'POST', headers: from, body })
    const { data } = (await stranger.json()) as { data: { params: { seconds: number } } }
    expect(data.params.seconds).toBeGreaterThan(1)
    expect(data.params.seconds).toBeLessThanOrEqual(8)
    expect(await callFrom('203.0.113.1', login, { phone, password })).toBe('ok')
  })

  it('is not what an owner does who knows it', async () => {
    const phone = await openAccount()
    for (let count = 0; count < 15; count++) {
      expect(codeOf(await shop.call(login, { phone, password }))).toBe('ok')
    }
  })
})

describe('guessing coupons', () => {
  it.each([quoteOrder, placeOrder])('ends after ten, in $name too', async (service) => {
    const token = await newCustomer(shop)
    const good = await goodRequests[service === quoteOrder ? 'quoteOrder' : 'placeOrder'](
      shop,
      token,
    )
    const codes: string[] = []
    for (let count = 0; count < 12; count++) {
      codes.push(await callFrom('203.0.113.9', service, { ...good, coupon: `SAVE${count}` }, token))
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('coupon-not-usable'))
    expect(codes.slice(10)).toEqual(['too-many-calls', 'too-many-calls'])
    // Without a code the price is still told.
    const quote = { ...(await goodRequests.quoteOrder(shop, token)), coupon: '' }
    expect(await callFrom('203.0.113.9', quoteOrder, quote, token)).toBe('ok')
  })

  it('by ever new customers of one address ends too', async () => {
    const codes: string[] = []
    for (let customer = 0; customer < 7; customer++) {
      const token = await newCustomer(shop)
      const good = await goodRequests.quoteOrder(shop, token)
      for (let count = 0; count < 10; count++) {
        const fields = { ...good, coupon: `OFF${customer}${count}` }
        codes.push(await callFrom('203.0.113.77', quoteOrder, fields, token))
      }
    }
    expect(codes.filter((code) => code === 'coupon-not-usable')).toHaveLength(60)
  })

  it('does not count a code that is good', async () => {
    const token = await newCustomer(shop)
    const good = await goodRequests.quoteOrder(shop, token)
    for (let count = 0; count < 15; count++) unwrap(await shop.call(quoteOrder, good, { token }))
  })
})

describe('a network', () => {
  it('of IPv6 is its /64: another address of it is no new visitor', async () => {
    const codes = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        callFrom(`2001:db8:1:2:${(index + 1).toString(16)}::7`, login, {
          phone: newPhone(),
          password: 'guess',
        }),
      ),
    )
    expect(codes.filter((code) => code === 'too-many-calls')).toHaveLength(20)
    const elsewhere = { phone: newPhone(), password: 'guess' }
    expect(await callFrom('2001:db8:1:3::7', login, elsewhere)).toBe('credentials-wrong')
  })

  it.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:ffff::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('what is counted', () => {
  it('is counted by all servers of one database together', async () => {
    const { app } = await buildApp(shop.context.config, shop.databaseUrl)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const phone = await openAccount()
    const codes: string[] = []
    for (let count = 0; count < 20; count++) {
      const at = count % 2 === 0 ? shop.url : url
      codes.push(codeOf(await callAt(at, login, { phone, password: 'guess' })))
    }
    expect(checkedOf(codes)).toBeLessThanOrEqual(CHECKED_MAX)
    await app.close()
  })

  it('is counted before it is validated', async () => {
    const token = await newCustomer(shop)
    const codes: string[] = []
    for (let count = 0; count < 62; count++) {
      codes.push(await callFrom('203.0.113.5', placeOrder, { design: 'no design' }, token))
    }
    expect(codes.slice(0, 60)).toEqual(Array(60).fill('fields-wrong'))
    expect(codes.slice(60)).toEqual(['too-many-calls', 'too-many-calls'])
  })

  it('names neither numbers nor addresses', async () => {
    const phone = await openAccount()
    await callFrom('203.0.113.200', login, { phone, password })
    const { rows } = await database.query('select key from rate_limits')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${phone}|203\\.0\\.113`))
  })

  it('is still counted, here, while the table cannot be reached', async () => {
    const lonely = await openShop()
    const client = new pg.Client({ connectionString: lonely.databaseUrl })
    await client.connect()
    await client.query('alter table rate_limits rename to elsewhere')
    const phone = newPhone()
    const codes: string[] = []
    for (let count = 0; count < 20; count++) {
      codes.push(codeOf(await lonely.call(login, { phone, password: 'guess' })))
    }
    expect(checkedOf(codes)).toBeLessThanOrEqual(CHECKED_MAX)
    await client.end()
    await lonely.close()
  })
})

describe('a flood of one address', () => {
  /** Thirty requests in ten seconds. */
  const SMALL = { STAMPA_RATE_FACTOR: '0.01' }
  const FLOOD = 60

  it('is stopped at a call before its body is read', async () => {
    const small = await openShop(SMALL)
    const answers = await Promise.all(
      Array.from({ length: FLOOD }, () =>
        fetch(small.url + login.endpoint, { method: 'POST', body: '{' }).then((each) =>
          each.json(),
        ),
      ),
    )
    const stopped = answers.filter((each) => (each as { msg: string }).msg === 'too-many-calls')
    expect(stopped.length).toBeGreaterThan(0)
    await small.close()
  })

  it('is stopped wherever else a request reaches the database, signed in or not', async () => {
    const small = await openShop(SMALL)
    const unknown = randomUUID()
    const addresses = {
      file: ['GET', `${FILES_PATH}/${unknown}`],
      upload: ['HEAD', `${UPLOADS_PATH}/${unknown}`],
      queue: ['GET', queueEventsPath('M001')],
      imaging: ['GET', imagingEventsPath(unknown)],
      station: ['POST', protocol.heartbeat.path],
      'card page': ['GET', `${CARD_PAGE_PATH}/${unknown}`],
      webhook: ['POST', '/v1/payments/sandbox/webhook'],
    } as const
    for (const [name, [method, path]] of Object.entries(addresses)) {
      const statuses = await Promise.all(
        Array.from({ length: FLOOD }, async () => {
          const init = { method, headers: { token: 'no token of anybody' } }
          return (await fetch(small.url + path, init)).status
        }),
      )
      expect(statuses, name).toContain(429)
    }
    await small.close()
  })
})
