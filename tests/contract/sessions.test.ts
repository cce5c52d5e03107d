import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindPhone,
  deviceLogin,
  endOtherSessions,
  endSession,
  login,
  logout,
  sessionList,
  userInfo,
} from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { accountSteps, device, password, refusedField, wrongFor } from './account-steps.ts'
import { newPhone } from './good-requests.ts'
import { openAccount, openShop, openShopOfFile, proofOf } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '10' })
const { newAccount, isValid } = accountSteps(shop)
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

describe('sessions', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
  const sessionsOf = async (token: string) =>
    unwrap(await shop.call(sessionList, {}, { token })).value

  it('are listed with device, station and time, one of them this one; the user agent is not kept', async () => {
    const { phone, token } = await newAccount()
    await fetch(`${shop.url}/partnerapplets/index`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': iphone },
      body: JSON.stringify({ s: 'User.login', phone, password, machine_id: 'M001' }),
    })
    const [there, here] = await sessionsOf(token)
    expect(there).toMatchObject({ browser: 'Safari', system: 'iOS', kind: 'phone', current: false })
    expect(there?.station).toContain('Stampa')
    expect(here).toMatchObject({ station: '', current: true })
    expect(Math.abs((there?.openedAtMs ?? 0) - Date.now())).toBeLessThan(3_600_000)
    const { rows } = await database.query('select * from tokens where machine_id is not null')
    expect(JSON.stringify(rows)).not.toContain('AppleWebKit')
  })

  it('end one by one, at once', async () => {
    const { phone, token } = await newAccount()
    const elsewhere = unwrap(await shop.call(login, { phone, password })).value.token
    const other = (await sessionsOf(token)).find(({ current }) => !current)
    const end = () => shop.call(endSession, { id: other?.id ?? '' }, { token })
    unwrap(await end())
    expect([await isValid(elsewhere), await isValid(token)]).toEqual([false, true])
    expect(await shop.call(userInfo, {}, { token: elsewhere })).toMatchObject({
      fault: { code: 'signed-out' },
    })
    expect(await end()).toMatchObject({ fault: { code: 'session-unknown' } })
  })

  it('of others can be neither seen nor ended', async () => {
    const [mine, theirs] = [await newAccount(), await newAccount()]
    const [session] = await sessionsOf(theirs.token)
    const refused = await shop.call(endSession, { id: session?.id ?? '' }, { token: mine.token })
    expect(refused).toMatchObject({ fault: { code: 'session-unknown' } })
    unwrap(await shop.call(endOtherSessions, {}, { token: mine.token }))
    expect(await isValid(theirs.token)).toBe(true)
  })

  it('all end but this one', async () => {
    const { phone, token } = await newAccount()
    const others = await Promise.all([1, 2, 3].map(() => shop.call(login, { phone, password })))
    unwrap(await shop.call(endOtherSessions, {}, { token }))
    const valid = await Promise.all(others.map((each) => isValid(unwrap(each).value.token)))
    expect(valid).toEqual([false, false, false])
    expect(await sessionsOf(token)).toHaveLength(1)
  })
})

describe('a token', () => {
  it('is good until it is revoked', async () => {
    const { token } = await newAccount()
    expect(await isValid(token)).toBe(true)
    unwrap(await shop.call(logout, {}, { token }))
    expect(await isValid(token)).toBe(false)
    expect(await shop.call(userInfo, {}, { token })).toMatchObject({
      fault: { code: 'signed-out' },
    })
  })

  it('is good for 24 hours', async () => {
    const { id, token } = await newAccount()
    const { rows } = await database.query(
      'select extract(epoch from expires_at - opened_at) as seconds from tokens where customer_id = $1',
      [id],
    )
    expect(Number(rows[0].seconds)).toBe(86_400)
    await database.query('update tokens set expires_at = now() where customer_id = $1', [id])
    expect(await isValid(token)).toBe(false)
  })
})

describe('automatic login', () => {
  it('is one account for one device, also when ten tabs ask at once', async () => {
    const own = device()
    const logins = await Promise.all(
      Array.from({ length: 10 }, () => shop.call(deviceLogin, { device: own })),
    )
    const ids = new Set(logins.map((each) => unwrap(each).value.id))
    expect(ids.size).toBe(1)
    const again = unwrap(await shop.call(deviceLogin, { device: own })).value.id
    expect(again).toBe([...ids][0])
    const other = unwrap(await shop.call(deviceLogin, { device: device() })).value.id
    expect(other).not.toBe([...ids][0])
  })

  it('leaves no account without a way in when ten tabs ask at once', async () => {
    const empty = await openShop()
    const own = device()
    await Promise.all(Array.from({ length: 10 }, () => empty.call(deviceLogin, { device: own })))
    const client = new pg.Client({ connectionString: empty.databaseUrl })
    await client.connect()
    const { rows } = await client.query('select count(*)::int as accounts from customers')
    await client.end()
    await empty.close()
    expect(rows[0].accounts).toBe(1)
  })

  it('ends for good with a phone number: every session, and the device’s own credential', async () => {
    const own = device()
    const account = unwrap(await shop.call(deviceLogin, { device: own })).value
    const elsewhere = unwrap(await shop.call(deviceLogin, { device: own })).value
    const phone = newPhone()
    const proof = await proofOf(shop, phone, 'bind')
    const context = { token: account.token }
    const bound = unwrap(await shop.call(bindPhone, { ...proof, password }, context)).value
    expect(bound).toMatchObject({ id: account.id, phone })
    const valid = await Promise.all([account, elsewhere, bound].map(({ token }) => isValid(token)))
    expect(valid).toEqual([false, false, true])
    expect(unwrap(await shop.call(deviceLogin, { device: own })).value.id).not.toBe(account.id)
    expect(unwrap(await shop.call(login, { phone, password })).value.id).toBe(account.id)
    const second = { ...(await proofOf(shop, newPhone(), 'bind')), password }
    expect(await shop.call(bindPhone, second, { token: bound.token })).toMatchObject({
      fault: { code: 'already-bound' },
    })
  })

  it('ends with logging out, where the device gives its credential back', async () => {
    const own = device()
    const account = unwrap(await shop.call(deviceLogin, { device: own })).value
    unwrap(await shop.call(logout, { device: own }, { token: account.token }))
    expect(unwrap(await shop.call(deviceLogin, { device: own })).value.id).not.toBe(account.id)
  })

  it('is not given a number without its code, nor one that got an account meanwhile', async () => {
    const { token } = unwrap(await shop.call(deviceLogin, { device: device() })).value
    const phone = newPhone()
    const proof = await proofOf(shop, phone, 'bind')
    const wrong = { ...proof, code: wrongFor(proof.code), password }
    expect(await shop.call(bindPhone, wrong, { token })).toMatchObject(
      refusedField('code', 'code-wrong'),
    )
    await openAccount(shop, phone, password)
    expect(await shop.call(bindPhone, { ...proof, password }, { token })).toMatchObject({
      fault: { code: 'phone-taken' },
    })
  })
})
