import { describe, expect, it } from 'vitest'
import { ruddiness } from '#core/imaging/tools/sketch/skin/ruddy.ts'

describe('skin in a dim light', () => {
  it('is pale where it is much redder than yellow, and is not where it is brown', () => {
    expect(ruddiness(0.45, [0.14, 0.088], 1.1)).toBeGreaterThan(0.9)
    expect(ruddiness(0.45, [0.104, 0.09], 1.1)).toBe(0)
    expect(ruddiness(0.35, [0.113, 0.089], 1.1)).toBe(0)
  })

  it('is not pale where teeth are much lighter than it, under a red lamp and in the dark', () => {
    expect(ruddiness(0.45, [0.14, 0.088], 2)).toBe(0)
    expect(ruddiness(0.45, [0.24, 0.064], 1.1)).toBe(0)
    expect(ruddiness(0.15, [0.14, 0.088], 1.1)).toBe(0)
  })
})
