import { describe, expect, it } from 'vitest'
import { bodyTonesOf } from '#core/imaging/tools/anime/skin/body-tones.ts'
import type { OkLab } from '#core/pixels/oklab.ts'

const TONE: OkLab = [0.74, 0.05, 0.055]
const skin = { tone: TONE, light: TONE[0], pale: 0 }
/** So far below a light tone its shade lies at most. */
const DEEPEST = 0.1

/** So many lights that rise from one to another. */
const lights = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, k) => from + ((to - from) * k) / count)

const tonesOf = (values: readonly number[], pale = 0) =>
  bodyTonesOf(Float32Array.from(values), { ...skin, pale })

const hue = ([, a, b]: OkLab) => Math.atan2(b, a)

describe('the tones of a body', () => {
  it('are a tone and a shade where the light parts it, with the shade as near to it as a face has its own', () => {
    const { step, paints } = tonesOf([...lights(40, 0.4, 0.45), ...lights(60, 0.68, 0.72)])
    expect(step).toBeGreaterThan(0.5)
    expect(step).toBeLessThan(0.65)
    const [shade, tone] = paints
    expect(tone[0]).toBeGreaterThan(0.9 * TONE[0])
    expect(shade[0]).toBeCloseTo(TONE[0] - DEEPEST, 3)
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
    expect(tonesOf(lights(50, 0.3, 0.34)).paints[1][0]).toBeCloseTo(TONE[0] - DEEPEST, 3)
    expect(tonesOf(lights(50, 0.9, 0.95)).paints[1][0]).toBeLessThan(1.05 * TONE[0])
    expect(tonesOf([]).paints[1][0]).toBeGreaterThan(0.9 * TONE[0])
  })

  it('are as light as a face that is painted lighter than it is, where both lie in one light', () => {
    const light = 0.66
    const { paints } = bodyTonesOf(Float32Array.from(lights(50, light, light)), { ...skin, light })
    expect(paints[1][0]).toBeCloseTo(TONE[0], 3)
  })

  it('have a shade as far below on dark skin as it can bear, and a lighter one on pale skin in the shade', () => {
    const shadeOf = (pale: number) => {
      const dark: OkLab = [0.38, 0.05, 0.055]
      const parted = Float32Array.from([...lights(40, 0.15, 0.2), ...lights(60, 0.36, 0.4)])
      return bodyTonesOf(parted, { tone: dark, light: dark[0], pale }).paints[0][0] / dark[0]
    }
    expect(shadeOf(0)).toBeCloseTo(0.75, 3)
    expect(shadeOf(1)).toBeCloseTo(0.83, 3)
  })
})
