import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindPhone,
  deviceLogin,
  login,
  logout,
  register,
  userInfo,
  verifyToken,
} from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { readConfig } from '#server/config.ts'
import { newPhone } from './good-requests.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let database: pg.Client
beforeAll(async () => {
  shop = await openShop()
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await shop.close()
})

const device = () => randomBytes(32).toString('base64url')
const password = 'correct horse battery'
const openAccount = async () => {
  const phone = newPhone()
  const account = unwrap(await shop.call(register, { phone, password, username: 'Anna' })).value
  return { ...account, phone }
}
const isValid = async (token: string) => unwrap(await shop.call(verifyToken, { token })).value.valid

describe('an account', () => {
  it('is opened with a phone number and entered with it', async () => {
    const account = await openAccount()
    const again = unwrap(await shop.call(login, { phone: account.phone, password })).value
    expect(again).toMatchObject({ id: account.id, phone: account.phone, username: 'Anna' })
    expect(again.token).not.toBe(account.token)
    expect(unwrap(await shop.call(userInfo, {}, { token: again.token })).value.id).toBe(account.id)
  })

  it('has one phone number, however it is written and whoever is quicker', async () => {
    const phone = newPhone()
    const tries = await Promise.all(
      [phone, `0${phone}`, phone].map((text) => shop.call(register, { phone: text, password })),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = tries.filter((each) => !each.ok)
    for (const each of refused) expect(each).toMatchObject({ fault: { code: 'phone-taken' } })
  })

  it('says the same to a wrong password and to an unknown number', async () => {
    const { phone } = await openAccount()
    const wrong = await shop.call(login, { phone, password: 'wrong' })
    const unknown = await shop.call(login, { phone: newPhone(), password: 'wrong' })
    expect(wrong).toMatchObject({ ok: false, fault: { code: 'credentials-wrong' } })
    expect(unknown).toEqual(wrong)
  })

  it('keeps its password as argon2id and its tokens as hashes', async () => {
    const { id, token } = await openAccount()
    const { rows } = await database.query('select * from customers where id = $1', [id])
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const all = await database.query('select * from tokens where customer_id = $1', [id])
    expect(JSON.stringify(all.rows)).not.toContain(token)
  })

  it.each(['1380000000', '12800000000', 'anna', '+39 06 1234'])(
    'is not opened with the number %s',
    async (phone) => {
      const refused = await shop.call(register, { phone, password })
      expect(refused).toMatchObject({
        fault: { code: 'fields-wrong', params: { phone: 'phone-format' } },
      })
    },
  )
})

describe('a token', () => {
  it('is good until it is revoked', async () => {
    const { token } = await openAccount()
    expect(await isValid(token)).toBe(true)
    unwrap(await shop.call(logout, {}, { token }))
    expect(await isValid(token)).toBe(false)
    expect(await shop.call(userInfo, {}, { token })).toMatchObject({
      fault: { code: 'signed-out' },
    })
  })

  it('is good for 24 hours', async () => {
    const { id, token } = await openAccount()
    const { rows } = await database.query(
      'select extract(epoch from expires_at - now()) as seconds from tokens where customer_id = $1',
      [id],
    )
    expect(Number(rows[0].seconds)).toBeGreaterThan(86_300)
    expect(Number(rows[0].seconds)).toBeLessThanOrEqual(86_400)
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
    expect(unwrap(await shop.call(deviceLogin, { device: own })).value.id).toBe([...ids][0])
    expect(unwrap(await shop.call(deviceLogin, { device: device() })).value.id).not.toBe(
      [...ids][0],
    )
    const { rows } = await database.query(
      `select count(*)::int as orphans from customers where phone is null
        and id not in (select customer_id from devices)`,
    )
    expect(rows[0].orphans).toBe(0)
  })

  it('can be given a phone number once, which ends the session it was given in', async () => {
    const account = unwrap(await shop.call(deviceLogin, { device: device() })).value
    const phone = newPhone()
    const bound = unwrap(
      await shop.call(bindPhone, { phone, password }, { token: account.token }),
    ).value
    expect(bound).toMatchObject({ id: account.id, phone })
    expect(await isValid(account.token)).toBe(false)
    expect(unwrap(await shop.call(login, { phone, password })).value.id).toBe(account.id)
    const again = await shop.call(
      bindPhone,
      { phone: newPhone(), password },
      { token: bound.token },
    )
    expect(again).toMatchObject({ fault: { code: 'already-bound' } })
  })

  it("is not given another's number", async () => {
    const { phone } = await openAccount()
    const { token } = unwrap(await shop.call(deviceLogin, { device: device() })).value
    expect(await shop.call(bindPhone, { phone, password }, { token })).toMatchObject({
      fault: { code: 'phone-taken' },
    })
  })
})

it('a deployment may take the numbers of every country', async () => {
  const abroad = await openShop({ STAMPA_PHONES: 'international' })
  const account = unwrap(await abroad.call(register, { phone: '+39 312 345 6789', password })).value
  expect(account.phone).toBe('+393123456789')
  expect(await abroad.call(register, { phone: '12345', password })).toMatchObject({ ok: false })
  await abroad.close()
})

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({ language: 'en-us', databaseUrl: null, samples: true })
    expect(readConfig({ STAMPA_LANGUAGE: 'zh-cn' }).language).toBe('zh-cn')
  })

  it('that are wrong are all named at once', () => {
    const wrong = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://here',
      STAMPA_LANGUAGE: 'klingon',
      STAMPA_CURRENCY: 'gold',
      STAMPA_SECRET: 'short',
      STAMPA_TILES: 'https://tiles.example',
      STAMPA_PHONES: 'any',
    }
    expect(() => readConfig(wrong)).toThrow(
      new RegExp(
        Object.keys(wrong)
          .map((name) => `(?=[^]*${name})`)
          .join(''),
      ),
    )
    expect(() => readConfig({ STAMPA_S3_BUCKET: 'prints' })).toThrow('STAMPA_S3_KEY')
  })
})
