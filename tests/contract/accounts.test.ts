import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changePassword,
  deviceLogin,
  login,
  register,
  resetPassword,
  userInfo,
} from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { accountSteps, device, password, refusedField } from './account-steps.ts'
import { newPhone } from './good-requests.ts'
import { openAccount, openShop, openShopOfFile, proofOf } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '10' })
const { newAccount, isValid, askFor } = accountSteps(shop)
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

describe('an account', () => {
  it('is opened with a proven phone number and entered with its password', async () => {
    const account = await newAccount()
    const again = unwrap(await shop.call(login, { phone: account.phone, password })).value
    expect(again).toMatchObject({ id: account.id, phone: account.phone, username: 'Anna' })
    expect(again.token).not.toBe(account.token)
    expect(unwrap(await shop.call(userInfo, {}, { token: again.token })).value.id).toBe(account.id)
  })

  it('has one phone number, however it is written and whoever is quicker', async () => {
    const phone = newPhone()
    const proofs = [await proofOf(shop, phone, 'register'), await proofOf(shop, phone, 'bind')]
    await database.query(`update phone_codes set created_at = now() - interval '2 minutes'`)
    proofs.push(await proofOf(shop, `0${phone}`, 'register'))
    const [first, , second] = proofs
    if (first === undefined || second === undefined) throw new Error('no codes')
    const tries = await Promise.all(
      [first, second].map((proof) => shop.call(register, { ...proof, password })),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(tries.find(({ ok }) => !ok)).toMatchObject({ fault: { code: 'phone-taken' } })
  })

  it('says the same to a wrong password and to an unknown number', async () => {
    const { phone } = await newAccount()
    const wrong = await shop.call(login, { phone, password: 'wrong' })
    const unknown = await shop.call(login, { phone: newPhone(), password: 'wrong' })
    expect(wrong).toMatchObject({ ok: false, fault: { code: 'credentials-wrong' } })
    expect(unknown).toEqual(wrong)
  })

  it('keeps its password as argon2id, its tokens and codes as hashes', async () => {
    const { id, token } = await newAccount()
    const { rows } = await database.query('select * from customers where id = $1', [id])
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const all = await database.query('select * from tokens where customer_id = $1', [id])
    expect(JSON.stringify(all.rows)).not.toContain(token)
    const phone = newPhone()
    const { code } = await proofOf(shop, phone, 'register')
    const codes = await database.query('select code_hash from phone_codes where phone = $1', [
      phone,
    ])
    expect(codes.rows[0].code_hash).toMatch(/^[\w-]{43}$/)
    expect(codes.rows[0].code_hash).not.toContain(code)
  })

  it.each(['1380000000', '12800000000', 'anna', '+39 06 1234'])(
    'is not opened with the number %s',
    async (phone) => {
      expect(await askFor(phone, 'register')).toMatchObject(refusedField('phone', 'phone-format'))
    },
  )

  it.each(['password1', 'QWERTYUIOP', 'iloveyou', 'aaaaaaaaaaaa', '1234567890'])(
    'is not opened with the password %s, which is guessed first; the code stays good',
    async (guessable) => {
      const proof = await proofOf(shop, newPhone(), 'register')
      const refused = await shop.call(register, { ...proof, password: guessable })
      expect(refused).toMatchObject(refusedField('password', 'password-common'))
      const own = await shop.call(register, { ...proof, password: proof.phone })
      expect(own).toMatchObject(refusedField('password', 'password-common'))
      expect(await shop.call(register, { ...proof, password })).toMatchObject({ ok: true })
    },
  )
})

it('a number that was guessed at is entered with a code at once', async () => {
  const { phone } = await newAccount()
  const guess = () => shop.call(login, { phone, password: 'a guess' })
  await Promise.all(Array.from({ length: 120 }, guess))
  expect(await shop.call(login, { phone, password })).toMatchObject({
    fault: { code: 'too-many-calls' },
  })
  const proof = await proofOf(shop, phone, 'reset')
  const fresh = 'a fresh password of theirs'
  const { token } = unwrap(await shop.call(resetPassword, { ...proof, password: fresh })).value
  expect(await isValid(token)).toBe(true)
})

describe('a password', () => {
  const fresh = 'a fresh password of theirs'

  it('that was forgotten is replaced by a code to the number, which ends every session', async () => {
    const { phone, token, id } = await newAccount()
    const proof = await proofOf(shop, phone, 'reset')
    const reset = unwrap(await shop.call(resetPassword, { ...proof, password: fresh })).value
    expect(reset.id).toBe(id)
    expect([await isValid(token), await isValid(reset.token)]).toEqual([false, true])
    expect(await shop.call(login, { phone, password })).toMatchObject({
      fault: { code: 'credentials-wrong' },
    })
    expect(await shop.call(login, { phone, password: fresh })).toMatchObject({ ok: true })
    const replayed = await shop.call(resetPassword, { ...proof, password })
    expect(replayed).toMatchObject(refusedField('code', 'code-ended'))
  })

  it('is changed with the old one, which ends every other session', async () => {
    const { phone, token } = await newAccount()
    const elsewhere = unwrap(await shop.call(login, { phone, password })).value.token
    const wrong = { oldPassword: 'not the old one', password: fresh }
    expect(await shop.call(changePassword, wrong, { token })).toMatchObject(
      refusedField('oldPassword', 'password-wrong'),
    )
    const request = { oldPassword: password, password: fresh }
    const changed = unwrap(await shop.call(changePassword, request, { token })).value
    const valid = await Promise.all([token, elsewhere, changed.token].map(isValid))
    expect(valid).toEqual([false, false, true])
    expect(await shop.call(login, { phone, password: fresh })).toMatchObject({ ok: true })
  })

  it('is changed by one of two sessions that change it at once', async () => {
    const { phone, token } = await newAccount()
    const other = unwrap(await shop.call(login, { phone, password })).value.token
    const tries = await Promise.all([
      shop.call(changePassword, { oldPassword: password, password: fresh }, { token }),
      shop.call(changePassword, { oldPassword: password, password: `${fresh}!` }, { token: other }),
    ])
    const [won] = tries.filter(({ ok }) => ok)
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    if (won?.ok) expect(await isValid(won.value.value.token)).toBe(true)
  })

  it('is not guessed by who holds a session: from the eleventh try on that one is slowed down', async () => {
    const careful = await openShop()
    const { token } = await openAccount(careful, newPhone(), password)
    const wrong = { oldPassword: 'a guess', password: fresh }
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => careful.call(changePassword, wrong, { token })),
    )
    const looked = tries.filter((each) => !each.ok && each.fault.code === 'fields-wrong')
    expect(looked.length).toBeLessThan(14)
    await careful.close()
  })

  it('is none of an account without a number', async () => {
    const { token } = unwrap(await shop.call(deviceLogin, { device: device() })).value
    const request = { oldPassword: password, password: fresh }
    expect(await shop.call(changePassword, request, { token })).toMatchObject(
      refusedField('oldPassword', 'password-wrong'),
    )
  })
})
