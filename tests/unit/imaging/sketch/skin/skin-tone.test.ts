import { describe, expect, it } from 'vitest'
import { deepness, lightIn } from '#core/imaging/tools/sketch/skin/skin-tone.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'

/** Red and yellow of OKLab against lightness, as faces in photographs have them. */
const hues = { pale: [0.05, 0.055], brown: [0.11, 0.09] } as const

const lit = (middle: number, lights: number) => {
  const plane = createFloatPlane(100, 100)
  plane.values.forEach((_, at) => {
    plane.values[at] = at % 10 === 0 ? lights : middle
  })
  return plane
}

describe('how dark skin itself is', () => {
  it('is told by its colour where pale skin stands in the shade', () => {
    expect(deepness(0.35, hues.pale, 1)).toBe(0)
    expect(deepness(0.35, hues.brown, 1)).toBeGreaterThan(0.9)
  })

  it('is told whatever its colour where it is known, and no face is bright and dark', () => {
    expect(deepness(0.35, hues.pale, 1, 1)).toBeGreaterThan(0.9)
    expect(deepness(0.8, hues.pale, 1, 1)).toBe(0)
  })

  it('is nothing of a bright face, and more the darker it is', () => {
    const [bright, middle, dark] = [0.8, 0.55, 0.4].map((luma) => deepness(luma, hues.brown, 1))
    expect(bright).toBe(0)
    expect(middle).toBeGreaterThan(0.3)
    expect(dark).toBeGreaterThan((middle ?? 0) + 0.2)
  })

  it('is less in a picture that has little light, and no less in one with lights', () => {
    const [dim, well] = [lightIn(lit(0.1, 0.4)), lightIn(lit(0.1, 0.9))]
    expect(well).toBe(1)
    expect(dim).toBeCloseTo(0.7, 5)
    expect(deepness(0.4, hues.brown, dim)).toBeLessThan(deepness(0.4, hues.brown, well) - 0.2)
  })
})
