import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindPhone,
  changePassword,
  deviceLogin,
  endOtherSessions,
  endSession,
  login,
  logout,
  register,
  resetPassword,
  sendCode,
  sessionList,
  userInfo,
  verifyToken,
} from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { localeCodes } from '#core/locales.ts'
import { readConfig } from '#server/config.ts'
import { newPhone } from './good-requests.ts'
import { openAccount, openShop, openShopOfFile, proofOf } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '10' })
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

const device = () => randomBytes(32).toString('base64url')
const password = 'correct horse battery'
const newAccount = async () => {
  const phone = newPhone()
  return { ...(await openAccount(shop, phone, password)), phone }
}
const isValid = async (token: string) => unwrap(await shop.call(verifyToken, { token })).value.valid
/** A code that is not the given one. */
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')
const refusedField = (field: string, kind: string) => ({
  ok: false,
  fault: { code: 'fields-wrong', params: { [field]: kind } },
})
const askFor = (phone: string, purpose: 'register' | 'bind' | 'reset') =>
  shop.call(sendCode, { phone, purpose, language: 'en-us' })

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

describe('a code', () => {
  it('is six digits in the customer’s language, named by an id, and shown in the sandbox alone', async () => {
    for (const language of localeCodes) {
      const sent = await shop.call(sendCode, { phone: newPhone(), purpose: 'reset', language })
      const known = await shop.call(sendCode, { phone: newPhone(), purpose: 'register', language })
      expect(unwrap(sent).value.message).not.toMatch(/\{\{|\d{6}/)
      expect(unwrap(known).value.message).toMatch(/(^|\D)\d{6}(\D|$)/)
    }
  })

  it('is typed with spaces or in other digits as well', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    const arabic = [...proof.code].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join(' ')
    expect(await shop.call(register, { ...proof, code: arabic, password })).toMatchObject({
      ok: true,
    })
  })

  it('opens one account, once', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    const tries = await Promise.all(
      Array.from({ length: 3 }, () => shop.call(register, { ...proof, password })),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await shop.call(register, { ...proof, password })).toMatchObject(
      refusedField('code', 'code-ended'),
    )
  })

  it('is looked at five times; the sixth try finds the right one ended', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    for (let tries = 0; tries < 5; tries++) {
      const wrong = { ...proof, code: wrongFor(proof.code), password }
      expect(await shop.call(register, wrong)).toMatchObject(refusedField('code', 'code-wrong'))
    }
    expect(await shop.call(register, { ...proof, password })).toMatchObject(
      refusedField('code', 'code-ended'),
    )
  })

  it('is looked at five times however many try at once', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    const wrong = { ...proof, code: wrongFor(proof.code), password }
    const tries = await Promise.all(Array.from({ length: 12 }, () => shop.call(register, wrong)))
    const looked = tries.filter((each) => !each.ok && each.fault.params['code'] === 'code-wrong')
    expect(looked).toHaveLength(5)
  })

  it('is good for its own number, purpose and id', async () => {
    const [mine, other] = [await proofOf(shop, newPhone(), 'register'), newPhone()]
    const { proof: another } = await proofOf(shop, other, 'register')
    const { phone } = await newAccount()
    const reset = await proofOf(shop, phone, 'reset')
    const ended = refusedField('code', 'code-ended')
    expect(await shop.call(register, { ...mine, phone: other, password })).toMatchObject(ended)
    expect(await shop.call(resetPassword, { ...mine, password })).toMatchObject(ended)
    expect(await shop.call(register, { ...reset, password })).toMatchObject(ended)
    const borrowed = { ...mine, proof: another, password }
    expect(await shop.call(register, borrowed)).toMatchObject(ended)
  })

  it('is good for ten minutes', async () => {
    const proof = await proofOf(shop, newPhone(), 'register')
    const { rows } = await database.query(
      'select extract(epoch from expires_at - created_at) as seconds from phone_codes where id = $1',
      [proof.proof],
    )
    expect(Number(rows[0].seconds)).toBe(600)
    await database.query('update phone_codes set expires_at = now() where id = $1', [proof.proof])
    expect(await shop.call(register, { ...proof, password })).toMatchObject(
      refusedField('code', 'code-ended'),
    )
  })

  it('is sent again after a minute, of two askers at once to one', async () => {
    const phone = newPhone()
    const both = await Promise.all([askFor(phone, 'register'), askFor(`0${phone}`, 'register')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = await askFor(phone, 'register')
    expect(refused).toMatchObject({
      fault: { code: 'too-many-calls', params: { seconds: expect.any(Number) } },
    })
    const past = `now() - interval '61 seconds'`
    await database.query(`update phone_codes set created_at = ${past} where phone = $1`, [phone])
    expect(await askFor(phone, 'register')).toMatchObject({ ok: true })
  })

  it('is sent to a number ten times an hour', async () => {
    const careful = await openShop()
    const phone = newPhone()
    const ask = () => careful.call(sendCode, { phone, purpose: 'register', language: 'en-us' })
    const own = new pg.Client({ connectionString: careful.databaseUrl })
    await own.connect()
    for (let count = 0; count < 10; count++) {
      expect(await ask()).toMatchObject({ ok: true })
      await own.query(`update phone_codes set created_at = now() - interval '61 seconds'`)
    }
    expect(await ask()).toMatchObject({ fault: { code: 'too-many-calls' } })
    await own.end()
    await careful.close()
  })
})

describe('whether a number has an account', () => {
  const shapeOf = (outcome: Awaited<ReturnType<typeof askFor>>) => {
    const { proof, message, ...rest } = unwrap(outcome).value
    return { ...rest, proof: typeof proof, message: typeof message }
  }

  it.each(['register', 'bind', 'reset'] as const)(
    'is told to nobody who asks for a code to %s: neither by the answer nor by trying codes',
    async (purpose) => {
      const { phone } = await newAccount()
      const [known, unknown] = [await askFor(phone, purpose), await askFor(newPhone(), purpose)]
      expect(shapeOf(known)).toEqual(shapeOf(unknown))
      const { token } = unwrap(await shop.call(deviceLogin, { device: device() })).value
      const tryCodes = async (number: string, proof: string) => {
        const offered = { phone: number, proof, code: '123456', password }
        const refusals = []
        for (let tries = 0; tries < 6; tries++) {
          if (purpose === 'register') refusals.push(await shop.call(register, offered))
          if (purpose === 'reset') refusals.push(await shop.call(resetPassword, offered))
          if (purpose === 'bind') refusals.push(await shop.call(bindPhone, offered, { token }))
        }
        return refusals
      }
      const free = newPhone()
      const freeProof = unwrap(await askFor(free, purpose)).value.proof
      expect(await tryCodes(phone, unwrap(known).value.proof)).toEqual(
        await tryCodes(free, freeProof),
      )
    },
  )

  it('is told to the number’s holder, in a message without a code', async () => {
    const { phone } = await newAccount()
    const taken = unwrap(await askFor(phone, 'register')).value.message
    expect(taken).toContain('already has an account')
    expect(taken).not.toMatch(/\d{6}/)
    const none = unwrap(await askFor(newPhone(), 'reset')).value.message
    expect(none).toContain('no account yet')
  })

  it('changes nothing of what is done before the answer', async () => {
    const { phone } = await newAccount()
    const rowsFor = async (number: string) => {
      unwrap(await askFor(number, 'bind'))
      const { rows } = await database.query(
        'select purpose, tries, expires_at - created_at as validity from phone_codes where phone = $1 and purpose = $2',
        [number, 'bind'],
      )
      return rows
    }
    expect(await rowsFor(phone)).toEqual(await rowsFor(newPhone()))
  })
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

it('a deployment may take the numbers of every country', async () => {
  const abroad = await openShop({ STAMPA_PHONES: 'international' })
  const account = await openAccount(abroad, '+39 312 345 6789', password)
  expect(account.phone).toBe('+393123456789')
  const refused = await abroad.call(sendCode, {
    phone: '12345',
    purpose: 'register',
    language: 'en-us',
  })
  expect(refused).toMatchObject({ ok: false })
  await abroad.close()
})

describe('a message gateway of the deployment', () => {
  interface Received {
    readonly headers: IncomingHttpHeaders
    readonly body: string
  }
  const openGateway = async (status: () => number) => {
    const received: Received[] = []
    const server = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
        response.writeHead(status()).end()
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return { received, server, url: `http://127.0.0.1:${address.port}/send` }
  }

  it('gets number, text and language; the page gets no code', async () => {
    let status = 200
    const { received, server, url } = await openGateway(() => status)
    const sending = await openShop({ STAMPA_MESSAGES_URL: url, STAMPA_MESSAGES_KEY: 'a key' })
    const phone = newPhone()
    const ask = () => sending.call(sendCode, { phone, purpose: 'register', language: 'de-de' })
    const { proof, message } = unwrap(await ask()).value
    expect(message).toBeNull()
    expect(received[0]?.headers.authorization).toBe('Bearer a key')
    const sent = JSON.parse(received[0]?.body ?? '{}')
    expect(sent).toMatchObject({ to: phone, locale: 'de-de' })
    const code = /\d{6}/.exec(sent.text)?.[0] ?? ''
    const account = { phone, proof, code, password }
    expect(await sending.call(register, account)).toMatchObject({ ok: true })

    status = 500
    const other = newPhone()
    const askOther = () =>
      sending.call(sendCode, { phone: other, purpose: 'register', language: 'de-de' })
    expect(await askOther()).toMatchObject({ fault: { code: 'message-failed' } })
    status = 200
    expect(await askOther()).toMatchObject({ ok: true })
    await sending.close()
    server.close()
  })
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
      STAMPA_MESSAGES_URL: 'ftp://gateway.example',
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
