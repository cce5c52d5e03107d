import { describe, expect, it } from 'vitest'
import { tonesOf } from '#core/imaging/tools/anime/faces/skin-tones.ts'

/** The lights of the tones of skin whose light is as is said at a share of its pixels. */
function lightsOf(lightAt: (share: number) => number): number[] {
  const light = Float32Array.from({ length: 900 }, (_, i) => lightAt(i / 900))
  const plane = (value: number) => new Float32Array(light.length).fill(value)
  const lab = { light, a: plane(0.05), b: plane(0.06) }
  return tonesOf(light, lab, plane(1)).tones.map(([own]) => own)
}

describe('the tones of skin', () => {
  it('are one where light falls off slowly, as on a cheek', () => {
    expect(lightsOf((share) => 0.62 + 0.15 * share)).toHaveLength(1)
  })

  it('are two where a hard shadow lies on a part of it', () => {
    const [dark, light] = lightsOf((share) => (share < 0.3 ? 0.5 : 0.7))
    expect(dark).toBeCloseTo(0.5)
    expect(light).toBeCloseTo(0.7)
  })

  it('have none for a gloss or for a speck of shade', () => {
    expect(lightsOf((share) => (share > 0.9 ? 0.95 : 0.7))).toHaveLength(1)
    expect(lightsOf((share) => (share < 0.04 ? 0.45 : 0.7))).toHaveLength(1)
  })
})
