import { describe, expect, it } from 'vitest'
import { madeOr, StampaError } from '#core/errors.ts'

describe('work that something else stands in for', () => {
  it('answers what it makes, or the other where it fails', async () => {
    expect(await madeOr(null, async () => 7)).toBe(7)
    expect(await madeOr(null, () => Promise.reject(new Error('no network')))).toBeNull()
    const unavailable = () => {
      throw new StampaError('tool-unavailable')
    }
    expect(await madeOr('as all else', unavailable)).toBe('as all else')
  })

  it('stays cancelled', async () => {
    const cancelled = () => Promise.reject(new StampaError('cancelled'))
    await expect(madeOr(null, cancelled)).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})
