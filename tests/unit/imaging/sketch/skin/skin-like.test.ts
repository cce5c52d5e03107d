import { describe, expect, it } from 'vitest'
import { withoutStrands, yellower } from '#core/imaging/tools/sketch/skin/skin-like.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 400
const face = [0.073, 0.085] as const

/** What is left of a body whose light is told, in its middle and at its edge. */
function leftOf(lightAt: (x: number) => number) {
  const [body, luma] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  for (let i = 0; i < body.values.length; i++) {
    const x = i % SIDE
    const isBody = x > 100 && x < 300
    body.values[i] = isBody ? 1 : 0
    luma.values[i] = isBody ? lightAt(x) : 0.05
  }
  withoutStrands(kernels, body, luma)
  const row = (SIDE >> 1) * SIDE
  return { middle: body.values[row + 200] ?? 0, edge: body.values[row + 102] ?? 0 }
}

describe('what has skin’s colours and is none', () => {
  it('is fair hair, which is yellower than a face', () => {
    expect(yellower(0.054, 0.145, face)).toBeGreaterThan(0.9)
  })

  it('is not an arm, a shaded leg or a flushed cheek', () => {
    for (const [red, yellow] of [
      [0.055, 0.073],
      [0.141, 0.143],
      [0.1, 0.1],
    ] as const) {
      expect(yellower(red, yellow, face)).toBe(0)
    }
  })

  it('is what has strands, and not what is smooth up to its edge', () => {
    expect(leftOf((x) => (x % 4 < 2 ? 0.7 : 0.4)).middle).toBeLessThan(0.1)
    const smooth = leftOf((x) => 0.4 + (x - 100) / 800)
    expect(smooth.middle).toBeGreaterThan(0.95)
    expect(smooth.edge).toBeGreaterThan(0.95)
  })
})
