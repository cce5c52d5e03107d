import { describe, expect, it } from 'vitest'
import { type Launch, launchRules, relaunchOf } from '#core/launch/launch-rules.ts'
import { screenOf, screens } from '#core/launch/screens.ts'
import { isSignedIn, LOGIN_VALID_MS } from '#core/launch/session.ts'

const nowMs = 1_800_000_000_000
const login = { token: 'secret', storedAtMs: nowMs - 1000 }
const launch = (fields: Partial<Launch>): Launch => ({
  path: '/pages/index/index',
  machineId: 'M001',
  login,
  language: 'zh-cn',
  nowMs,
  ...fields,
})

describe('a launch without a machine', () => {
  const exempt = [
    '/pages/mine/pay_paypal',
    '/pages/mine/pay_success',
    '/pages/mine/pay_fail',
    '/pages/mine/orderDetail',
    '/pages/login/login',
    '/pages/login/select_login',
    '/',
  ]
  it.each(exempt)('stays at %s', (path) => {
    expect(relaunchOf(launch({ path, machineId: null }))).toBeNull()
  })

  it('goes to the mall from every other screen, and from nowhere', () => {
    const paths = Object.values(screens).flatMap(({ paths: each }) => [...each])
    for (const path of [...paths, '/nowhere'].filter((each) => !exempt.includes(each))) {
      const answer = relaunchOf(launch({ path, machineId: null }))
      if (path === '/pages/index/mall') expect(answer).toBeNull()
      else expect(answer).toEqual({ rule: 'no-machine', path: '/pages/index/mall', query: {} })
    }
  })
})

describe('a launch of somebody who is not signed in', () => {
  it('goes to the login selection and carries machine and language', () => {
    expect(relaunchOf(launch({ login: null }))).toEqual({
      rule: 'not-signed-in',
      path: '/pages/login/select_login',
      query: { machine_id: 'M001', language: 'zh-cn' },
    })
  })

  it.each(['/pages/login/login', '/pages/login/select_login', '/', '/pages/index/mall'])(
    'stays at %s',
    (path) => {
      expect(relaunchOf(launch({ path, login: null }))).toBeNull()
    },
  )

  it('may not see an order, even where no machine is needed', () => {
    const path = '/pages/mine/orderDetail'
    expect(relaunchOf(launch({ path, login: null, machineId: null }))).toMatchObject({
      rule: 'not-signed-in',
      query: { language: 'zh-cn' },
    })
  })
})

describe('a login', () => {
  it('is valid for less than 24 hours from the time it was stored', () => {
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs - LOGIN_VALID_MS + 1 }, nowMs)).toBe(true)
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs - LOGIN_VALID_MS }, nowMs)).toBe(false)
  })

  it('needs a token, and a time that has been', () => {
    expect(isSignedIn(null, nowMs)).toBe(false)
    expect(isSignedIn({ token: '', storedAtMs: nowMs }, nowMs)).toBe(false)
    expect(isSignedIn({ token: 'a', storedAtMs: nowMs + 60_000 }, nowMs)).toBe(false)
  })
})

it('every rule has its row, and every address one screen', () => {
  expect(launchRules.map(({ rule }) => rule)).toEqual(['no-machine', 'not-signed-in'])
  const paths = Object.values(screens).flatMap(({ paths: each }) => [...each])
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.map(screenOf)).not.toContain(null)
})
