import { describe, expect, it } from 'vitest'
import { bodyTonesOf } from '#core/imaging/tools/anime/skin/body-tones.ts'
import type { OkLab } from '#core/pixels/oklab.ts'

const TONE: OkLab = [0.74, 0.05, 0.055]
const skin = { tone: TONE, pale: 0 }

/** So many lights that rise from one to another. */
const lights = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count)

const tonesOf = (values: readonly number[], pale = 0) =>
  bodyTonesOf(Float32Array.from(values), { ...skin, pale })

const hue = ([, a, b]: OkLab) => Math.atan2(b, a)

describe('the tones of a body', () => {
  it('are a tone and a shade where the light parts it, with the shade as dark as that under a jaw', () => {
    const { step, paints } = tonesOf([...lights(40, 0.4, 0.45), ...lights(60, 0.68, 0.72)])
    expect(step).toBeGreaterThan(0.5)
    expect(step).toBeLessThan(0.65)
    const [shade, tone] = paints
    expect(tone[0]).toBeGreaterThan(0.9 * TONE[0])
    expect(shade[0]).toBeCloseTo(0.75 * TONE[0], 3)
    expect(Math.abs(hue(shade) - hue(TONE))).toBeLessThan(0.15)
  })

  it('are one in even light, and where what is dark is a speck', () => {
    for (const values of [
      lights(100, 0.68, 0.74),
      [...lights(4, 0.3, 0.4), ...lights(96, 0.7, 0.74)],
    ]) {
      const { paints } = tonesOf(values)
      expect(paints[0]).toEqual(paints[1])
    }
  })

  it('come near to their face, however dark or light the photo has them', () => {
    expect(tonesOf(lights(50, 0.3, 0.34)).paints[1][0]).toBeCloseTo(0.75 * TONE[0], 3)
    expect(tonesOf(lights(50, 0.9, 0.95)).paints[1][0]).toBeLessThan(1.05 * TONE[0])
    expect(tonesOf([]).paints[1][0]).toBeGreaterThan(0.9 * TONE[0])
  })

  it('have a lighter shade on pale skin in the shade, which else would be brown', () => {
    const parted = [...lights(40, 0.4, 0.45), ...lights(60, 0.68, 0.72)]
    expect(tonesOf(parted, 1).paints[0][0]).toBeGreaterThan(tonesOf(parted).paints[0][0] + 0.04)
  })
})
