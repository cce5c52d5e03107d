import { describe, expect, it } from 'vitest'
import { hypotenuse } from '#core/pixels/pixels.ts'

describe('a hypotenuse', () => {
  it('is as long as the platform has it, great or small', () => {
    for (const [x, y] of [
      [3, 4],
      [-0.0512, 0.0731],
      [1e-9, 0.2],
      [5e200, -7e200],
    ] as const) {
      expect(hypotenuse(x, y) / Math.hypot(x, y)).toBeCloseTo(1, 12)
    }
  })

  it('is nothing of nothing', () => {
    expect(hypotenuse(0, 0)).toBe(0)
  })
})
