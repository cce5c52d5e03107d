import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from '#core/launch/address.ts'
import { type Launch, launchRules, machineOf, relaunchOf } from '#core/launch/launch-rules.ts'
import { screenOf, screens } from '#core/launch/screens.ts'
import {
  isSignedIn,
  type LaunchSession,
  LOGIN_VALID_MS,
  readStoredLogin,
  storageKeyOf,
} from '#core/session/session.ts'
import { storedFields } from '#core/session/stored-fields.ts'

const nowMs = 1_800_000_000_000
const session: LaunchSession = {
  login: { token: 'secret', storedAtMs: nowMs - 1000 },
  tokenRefused: false,
  machineId: null,
  storedLanguage: null,
  machineLanguage: null,
  deploymentLanguage: 'en-us',
}
const scanned = { machine_id: 'M001', language: 'zh-cn' }
const launch = (fields: Partial<Launch>): Launch => ({
  opened: true,
  path: '/pages/index/index',
  query: scanned,
  session,
  nowMs,
  ...fields,
})
const visitor = { ...session, login: null }

describe('a launch without a machine', () => {
  const exempt = [
    '/pages/mine/pay_paypal',
    '/pages/mine/pay_success',
    '/pages/mine/pay_fail',
    '/pages/mine/orderDetail',
    '/pages/login/login',
    '/pages/login/select_login',
    '/',
    '/choose-location',
    '/open-location',
    '/pages/staff/index',
    '/pages/partner/index',
  ]
  it.each(exempt)('stays at %s', (path) => {
    expect(relaunchOf(launch({ path, query: {} }))).toBeNull()
  })

  it('goes to the mall from every other screen, and from nowhere', () => {
    const paths = Object.values(screens).flatMap(({ paths: each }) => [...each])
    for (const path of [...paths, '/nowhere'].filter((each) => !exempt.includes(each))) {
      const answer = relaunchOf(launch({ path, query: {} }))
      if (path === '/pages/index/mall') expect(answer).toBeNull()
      else expect(answer).toEqual({ rule: 'no-machine', path: '/pages/index/mall', query: {} })
    }
  })

  it('is led to the stations from inside the app, and on to where it was going', () => {
    const inside = { opened: false, query: { shape: 'round' }, session: visitor }
    expect(relaunchOf(launch({ ...inside, path: '/pages/mall/size' }))).toEqual({
      rule: 'station-needed',
      path: '/choose-location',
      query: { next: '/pages/mall/size?shape=round' },
    })
    expect(relaunchOf(launch({ ...inside, path: '/pages/index/mall' }))).toBeNull()
    expect(relaunchOf(launch({ ...inside, path: '/choose-location' }))).toBeNull()
  })

  it('is asked before the login, so that a visitor sees the mall', () => {
    expect(relaunchOf(launch({ query: {}, session: visitor }))).toMatchObject({
      rule: 'no-machine',
    })
    const atMall = launch({ path: '/pages/index/mall', query: {}, session: visitor })
    expect(relaunchOf(atMall)).toBeNull()
  })

  it('may lean on the machine that was scanned before; an empty one is none', () => {
    const kept = { ...session, machineId: 'M002' }
    expect(relaunchOf(launch({ query: {}, session: kept }))).toBeNull()
    expect(machineOf({ query: scanned, session: kept })).toBe('M001')
    expect(machineOf({ query: { machine_id: ' ' }, session })).toBeNull()
  })
})

describe('a launch of somebody who is not signed in', () => {
  it('goes to the login selection and carries machine and language', () => {
    expect(relaunchOf(launch({ session: visitor }))).toEqual({
      rule: 'not-signed-in',
      path: '/pages/login/select_login',
      query: { machine_id: 'M001', language: 'zh-cn' },
    })
  })

  it.each(['/pages/login/login', '/pages/login/select_login', '/', '/pages/index/mall'])(
    'stays at %s',
    (path) => {
      expect(relaunchOf(launch({ path, session: visitor }))).toBeNull()
    },
  )

  it('may not see an order, even where no machine is needed', () => {
    const path = '/pages/mine/orderDetail'
    expect(relaunchOf(launch({ path, query: {}, session: visitor }))).toEqual({
      rule: 'not-signed-in',
      path: '/pages/login/select_login',
      query: { language: 'en-us' },
    })
  })

  it('is who the server refused, too', () => {
    const refused = { ...session, tokenRefused: true }
    expect(relaunchOf(launch({ session: refused }))).toEqual({
      rule: 'token-refused',
      path: '/pages/login/select_login',
      query: scanned,
    })
    expect(relaunchOf(launch({ path: '/pages/login/login', session: refused }))).toBeNull()
  })
})

describe('a login', () => {
  it('is valid for less than 24 hours from the time it was stored', () => {
    expect(LOGIN_VALID_MS).toBe(86_400_000)
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs - 86_399_999 }, nowMs)).toBe(true)
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs - 86_400_000 }, nowMs)).toBe(false)
  })

  it('needs a token, and a time that has been', () => {
    expect(isSignedIn(null, nowMs)).toBe(false)
    expect(isSignedIn({ token: '', storedAtMs: nowMs }, nowMs)).toBe(false)
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs + 60_000 }, nowMs)).toBe(false)
  })

  it('is kept under the specified key with the specified fields', () => {
    expect(storageKeyOf('bindWx')).toBe('HL_bindWx')
    for (const damaged of [
      null,
      '',
      '{',
      '[]',
      '7',
      '{"token":1,"storedAtMs":1}',
      '{"token":"a"}',
    ]) {
      expect(readStoredLogin(damaged)).toBeNull()
    }
    expect(readStoredLogin('{"token":"a","storedAtMs":1,"phone":5}')).toEqual({
      token: 'a',
      tokenHead: '',
      openid: '',
      phone: '',
      username: '',
      id: '',
      storedAtMs: 1,
    })
  })
})

describe('what storage holds', () => {
  it('has the fields that are of their type, and none where it is damaged', () => {
    const kept = storedFields('{"claim":"a claim","validUntilMs":5,"machineId":7}')
    expect(kept.text('claim')).toBe('a claim')
    expect(kept.number('validUntilMs')).toBe(5)
    expect(kept.text('machineId')).toBeNull()
    expect(kept.number('claim')).toBeNull()
    for (const damaged of [null, '', '{', 'null', '7', '"text"']) {
      expect(storedFields(damaged).text('claim')).toBeNull()
    }
  })
})

describe('an address', () => {
  it('is read from the hash, with parameters before or behind it', () => {
    expect(parseAddress('https://shop.example/?language=de-de#/pages/mine/order/?state=1')).toEqual(
      { path: '/pages/mine/order', query: { language: 'de-de', state: '1' } },
    )
    expect(parseAddress('https://shop.example/#/?machine_id=M%201&claim=a+b')).toEqual({
      path: '/',
      query: { machine_id: 'M 1', claim: 'a b' },
    })
    expect(parseAddress('/pages/index/mall')).toEqual({ path: '/pages/index/mall', query: {} })
    expect(parseAddress('https://shop.example')).toEqual({ path: '/', query: {} })
  })

  it('gives what stands behind the hash the last word, and survives what is damaged', () => {
    expect(parseAddress('https://a.example/?machine_id=1#/?machine_id=2').query).toEqual({
      machine_id: '2',
    })
    expect(parseAddress('#/x?a=%E0%A4%A&b').query).toEqual({ a: '%E0%A4%A', b: '' })
  })

  it('is written as it is read', () => {
    const address = { path: '/pages/mine/orderDetail', query: { id: 'a&b=c', name: 'Anna Ü' } }
    expect(parseAddress(`#${formatAddress(address)}`)).toEqual(address)
    expect(formatAddress({ path: '/', query: {} })).toBe('/')
  })
})

it('every rule has its row, and every address one screen', () => {
  expect(launchRules.map(({ rule }) => rule)).toEqual([
    'no-machine',
    'station-needed',
    'not-signed-in',
    'token-refused',
  ])
  const paths = Object.values(screens).flatMap(({ paths: each }) => [...each])
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.map(screenOf)).not.toContain(null)
})
