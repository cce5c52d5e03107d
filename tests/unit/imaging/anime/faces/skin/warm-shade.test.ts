import { describe, expect, it } from 'vitest'
import { paintedTones } from '#core/imaging/tools/anime/faces/skin/painted-tones.ts'
import { warmShade } from '#core/imaging/tools/anime/faces/skin/warm-shade.ts'
import type { OkLab } from '#core/pixels/oklab.ts'

const chromaOf = ([, a, b]: OkLab) => Math.hypot(a, b)
const hueOf = ([, a, b]: OkLab) => (Math.atan2(b, a) * 180) / Math.PI
const shade: OkLab = [0.55, 0.035, 0.04]

describe('shade on skin', () => {
  it('is redder and stronger in colour the deeper it is, and as light as it was', () => {
    const [slight, deep] = [warmShade(shade, 0.04), warmShade(shade, 0.12)]
    expect(chromaOf(slight)).toBeGreaterThan(chromaOf(shade))
    expect(chromaOf(deep)).toBeGreaterThan(chromaOf(slight))
    expect(hueOf(deep)).toBeLessThan(hueOf(slight))
    expect(hueOf(shade) - hueOf(deep)).toBeLessThan(8.1)
    expect(deep[0]).toBe(shade[0])
  })

  it('stays as it is where it is no darker than the skin', () => {
    expect(warmShade(shade, 0)).toEqual(shade)
    expect(warmShade(shade, -0.1)).toEqual(shade)
  })

  it('stays as it is on skin in red light, which has enough of it', () => {
    const red: OkLab = [0.5, 0.1, 0.06]
    expect(warmShade(red, 0.14)).toEqual(red)
  })

  it('is redder than what is lit on skin in the light and on dark skin, but not on pale skin in the shade', () => {
    const redderInShade = (tone: OkLab): number => {
      const [light, a, b] = tone
      const at = (by: number): OkLab => [
        light + by,
        (a * (light + by)) / light,
        (b * (light + by)) / light,
      ]
      const skin = { tone, tones: [at(-0.08), at(0.04)], shares: [0.3, 0.7], pale: 0, hard: 0 }
      const [dark, lit] = paintedTones(skin, tone, 1, 0.12)
      return dark && lit ? hueOf(lit) - hueOf(dark) : 0
    }
    expect(redderInShade([0.74, 0.036, 0.046])).toBeGreaterThan(4)
    expect(redderInShade([0.42, 0.035, 0.046])).toBeGreaterThan(3)
    expect(Math.abs(redderInShade([0.5, 0.03, 0.03]))).toBeLessThan(1)
  })
})
