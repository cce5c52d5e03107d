import { expect, it } from 'vitest'
import { pipingPoints } from '#src/product/piping.ts'

it('piping goes all around a cake in even steps', () => {
  for (const [width, height, radius] of [
    [200, 200, 100],
    [300, 120, 12],
    [100, 100, 0],
  ] as const) {
    const points = pipingPoints(width, height, radius, 10)
    const steps = points.map((point, index) => {
      const next = points[(index + 1) % points.length]
      return next ? Math.hypot(next.x - point.x, next.y - point.y) : 0
    })
    expect(Math.max(...steps)).toBeLessThan(11)
    expect(Math.min(...steps)).toBeGreaterThan(6)
  }
})
