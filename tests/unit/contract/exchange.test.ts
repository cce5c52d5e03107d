import { describe, expect, it } from 'vitest'
import { readEnvelope } from '#core/contract/envelope.ts'
import { decodeAnswer, encodeCall } from '#core/contract/exchange.ts'
import { login, verifyToken } from '#core/contract/services/accounts.ts'
import { orderList } from '#core/contract/services/orders.ts'
import { refusalTable } from '#core/refusals.ts'

describe('an answer is read by either of the specification’s readings', () => {
  it.each([
    [
      { code: 0, data: 1, msg: 'ok', count: 7, per_page: 5 },
      { code: 0, status: true, count: 7, per_page: 5 },
    ],
    [
      { code: 0, status: true, msg: 'ok' },
      { code: 0, status: true, data: null },
    ],
    [
      { status: true, msg: 'ok' },
      { code: 0, status: true },
    ],
    [
      { code: 7, msg: 'no' },
      { code: 7, status: false, msg: 'no' },
    ],
    [
      { code: 0, status: false, msg: 'no' },
      { code: 900, status: false },
    ],
    [
      { status: false, msg: 'no' },
      { code: 900, status: false, msg: 'no' },
    ],
    [null, { code: 900, status: false, msg: 'The server did not respond to the result' }],
    ['<html>', { code: 900, status: false }],
    [{}, { code: 900, status: false }],
  ])('%j', (body, read) => {
    expect(readEnvelope(body)).toMatchObject(read)
  })
})

describe('a call', () => {
  it('is JSON with its service, its token and its paging in headers', () => {
    const paging = { pageNum: 2, pageSize: 5 }
    const { path, headers, body } = encodeCall(orderList, { status: 1 }, { token: 'abc', paging })
    expect(path).toBe('/shop/index')
    expect(headers).toMatchObject({ token: 'abc', pageNum: '2', pageSize: '5' })
    expect(headers['Content-Type']).toBe('application/json;charset=utf-8')
    expect(JSON.parse(body)).toEqual({ s: 'Order.getList', status: 1 })
  })

  it('is a form where its service is one, and a visitor’s has no token', () => {
    const account = { phone: '13800000000', password: 'a&b=ü' }
    const { path, headers, body } = encodeCall(login, account, { token: null })
    expect(path).toBe('/partnerapplets/index')
    expect(headers).not.toHaveProperty('token')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ s: 'User.login', ...account })
  })
})

describe('what comes back', () => {
  const decode = (status: number, body: unknown, token: string | null = 'abc') =>
    decodeAnswer(verifyToken, status, body, { token })

  it('is the service’s answer where HTTP and code say success', () => {
    const body = { code: 0, status: true, data: { valid: true, more: 1 }, msg: 'ok' }
    expect(decode(200, body)).toEqual({ ok: true, value: { value: { valid: true }, count: null } })
    expect(decode(503, body)).toMatchObject({ fault: { code: 'network-abnormal' } })
    expect(decode(200, { ...body, data: { valid: 'yes' } })).toMatchObject({
      fault: { code: 'no-answer' },
    })
  })

  it.each([400, 401, 403])('with code %i asks to sign in again', (code) => {
    expect(decode(200, { code, msg: 'x' })).toMatchObject({ fault: { code: 'signed-out' } })
  })

  it('with HTTP 401 asks to sign in again, or says that a visitor may not', () => {
    expect(decode(401, null)).toMatchObject({ fault: { code: 'signed-out' } })
    expect(decode(401, null, null)).toMatchObject({ fault: { code: 'not-authorised' } })
  })

  it('as a refusal is a fault of the closed set, with what its message needs', () => {
    const data = { refusal: 'does-not-fit', params: { most: 4 }, fields: {} }
    expect(decode(200, { code: 422, data, msg: '' })).toMatchObject({
      fault: { code: 'does-not-fit', params: { most: 4 } },
    })
  })

  it('as anything else shows the server’s own message', () => {
    const data = { refusal: 'of a newer server', params: {}, fields: {} }
    expect(decode(200, { code: 499, data, msg: 'Closed on Mondays' })).toMatchObject({
      fault: { code: 'server-said', params: { message: 'Closed on Mondays' } },
    })
  })

  it('never means signing in again by a refusal other than the one', () => {
    const codes = Object.entries(refusalTable).filter(([, { code }]) =>
      [400, 401, 403].includes(code),
    )
    expect(codes.map(([refusal]) => refusal)).toEqual(['signed-out'])
  })
})
