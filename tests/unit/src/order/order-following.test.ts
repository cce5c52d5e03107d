import { describe, expect, it, vi } from 'vitest'
import { isOver, orderStatus } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { fail, succeed } from '#core/errors.ts'
import { nextVersion } from '#src/order/follow-order.ts'
import { paysOffline } from '#src/order/pays-offline.ts'
import { payOutcome } from '#src/pages/pay-result/pay-outcome.ts'

const { UNPAY, UNDELIVER, DELIVER, FINISH, CLOSED, INVALID } = orderStatus
const at = (version: number, money: OrderDetail['money'] = 'taking') =>
  succeed({ version, money } as OrderDetail)
const shown = { version: 3, money: 'taking' } as const
const pause = async () => {}

describe('an order', () => {
  it.each([FINISH, CLOSED, INVALID])('of status %d is followed no longer', (status) => {
    expect(isOver(status)).toBe(true)
  })

  it.each([UNPAY, UNDELIVER, DELIVER])('of status %d is followed', (status) => {
    expect(isOver(status)).toBe(false)
  })

  it('is asked about until it has changed', async () => {
    const ask = vi.fn().mockResolvedValueOnce(at(3)).mockResolvedValue(at(4))
    const { signal } = new AbortController()
    expect(await nextVersion({ shown, ask, signal, pause })).toMatchObject({ version: 4 })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked about until its money has moved', async () => {
    const ask = vi.fn().mockResolvedValueOnce(at(3)).mockResolvedValue(at(3, 'taken'))
    const { signal } = new AbortController()
    expect(await nextVersion({ shown, ask, signal, pause })).toMatchObject({ money: 'taken' })
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked about again after a lost answer', async () => {
    const ask = vi.fn().mockResolvedValueOnce(fail('network-abnormal')).mockResolvedValue(at(4))
    const { signal } = new AbortController()
    expect(await nextVersion({ shown, ask, signal, pause })).toMatchObject({ version: 4 })
  })

  it.each(['order-unknown', 'signed-out'] as const)('is let go where %s', async (code) => {
    const ask = vi.fn().mockResolvedValue(fail(code))
    const { signal } = new AbortController()
    expect(await nextVersion({ shown, ask, signal, pause })).toBeNull()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is not shown to somebody who has left', async () => {
    const stop = new AbortController()
    const ask = async () => {
      stop.abort()
      return at(4)
    }
    expect(await nextVersion({ shown, ask, signal: stop.signal, pause })).toBeNull()
  })
})

describe('a payment', () => {
  it('is made at the station where no card provider is connected, whatever was chosen', () => {
    expect(paysOffline(null, { cards: false })).toBe(true)
    expect(paysOffline(false, { cards: false })).toBe(true)
    expect(paysOffline(null, null)).toBe(true)
  })

  it('is made by card where there is a provider, unless the customer chose otherwise', () => {
    expect(paysOffline(null, { cards: true })).toBe(false)
    expect(paysOffline(true, { cards: true })).toBe(true)
  })

  it('has become what the order says, not what the link claims', () => {
    expect(payOutcome(UNPAY, 'success')).toBe('waiting')
    expect(payOutcome(UNDELIVER, 'failed')).toBe('paid')
    expect(payOutcome(FINISH, 'cancelled')).toBe('paid')
    expect(payOutcome(CLOSED, 'failed')).toBe('closed')
    expect(payOutcome(INVALID, 'success')).toBe('closed')
    expect(payOutcome(UNPAY, 'cancelled')).toBe('cancelled')
  })
})
