import { describe, expect, it } from 'vitest'
import { faceTonesOf, tonesOf } from '#core/imaging/tools/anime/cells/tones.ts'

/** The lights of the tones of skin whose light is as is said at a share of its pixels. */
function lightsOf(lightAt: (share: number) => number, across?: Float32Array): number[] {
  const light = Float32Array.from({ length: 900 }, (_, i) => lightAt(i / 900))
  const plane = (value: number) => new Float32Array(light.length).fill(value)
  const lab = { light, a: plane(0.05), b: plane(0.06) }
  const { tones } = across
    ? faceTonesOf(light, lab, plane(1), across)
    : tonesOf(light, lab, plane(1))
  return tones.map(([own]) => own)
}

/** From the left to the right side of a face, and to and fro, so that its middle is the last of it. */
const aside = Float32Array.from({ length: 900 }, (_, i) => i / 900 - 0.5)
const inward = Float32Array.from({ length: 900 }, (_, i) => ((i % 2) - 0.5) * (1 - i / 900))

describe('the tones of skin', () => {
  it('are one where light falls off slowly, as on a cheek', () => {
    expect(lightsOf((share) => 0.62 + 0.15 * share)).toHaveLength(1)
  })

  it('are two where a hard shadow lies on a part of it', () => {
    const [dark, light] = lightsOf((share) => (share < 0.3 ? 0.5 : 0.7))
    expect(dark).toBeCloseTo(0.5)
    expect(light).toBeCloseTo(0.7)
  })

  it('are two on a face that soft light has on one side', () => {
    expect(lightsOf((share) => (share < 0.3 ? 0.62 : 0.7), aside)).toHaveLength(2)
    expect(lightsOf((share) => 0.7 + 0.04 * share, aside)).toHaveLength(1)
  })

  it('are one where it lies in the middle, as a mask', () => {
    expect(lightsOf((share) => (share < 0.3 ? 0.62 : 0.7), inward)).toHaveLength(1)
  })

  it('of a face are as they are where these are two or more', () => {
    const hard = (share: number) => (share < 0.2 ? 0.45 : share < 0.5 ? 0.6 : 0.66)
    expect(lightsOf(hard, aside)).toEqual(lightsOf(hard))
  })

  it('have none for a gloss or for a speck of shade', () => {
    expect(lightsOf((share) => (share > 0.9 ? 0.95 : 0.7))).toHaveLength(1)
    expect(lightsOf((share) => (share < 0.04 ? 0.45 : 0.7))).toHaveLength(1)
  })
})
