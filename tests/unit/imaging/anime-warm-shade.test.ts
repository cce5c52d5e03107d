import { describe, expect, it } from 'vitest'
import { warmShade } from '#core/imaging/tools/anime/faces/warm-shade.ts'
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
})
