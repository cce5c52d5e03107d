import { createServer, type IncomingHttpHeaders } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bindPhone,
  deviceLogin,
  register,
  resetPassword,
  sendCode,
} from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { localeCodes } from '#core/locales.ts'
import { accountSteps, device, password, refusedField, wrongFor } from './account-steps.ts'
import { newPhone } from './good-requests.ts'
import { openAccount, openShop, openShopOfFile, proofOf } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '10' })
const { newAccount, askFor } = accountSteps(shop)
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
})
afterAll(() => database.end())

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
