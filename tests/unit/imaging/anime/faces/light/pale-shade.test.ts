import { describe, expect, it } from 'vitest'
import { celShadeOf } from '#core/imaging/tools/anime/faces/light/cel-shade.ts'
import { paleShadeOf } from '#core/imaging/tools/anime/faces/light/pale-shade.ts'
import { paintedTones } from '#core/imaging/tools/anime/faces/skin/painted-tones.ts'
import type { OkLab } from '#core/pixels/oklab.ts'

const COUNT = 1000
const all = new Float32Array(COUNT).fill(1)
const share = (i: number) => i / (COUNT - 1)

/**
 * Skin whose light goes evenly from one to another.
 * @param colours against its light, where it is darkest and where it is lightest
 */
function skin(from: number, to: number, colours: readonly [number, number], degrees = 45) {
  const hue = (degrees * Math.PI) / 180
  const light = all.map((_, i) => from + (to - from) * share(i))
  const strength = light.map((own, i) => own * (colours[0] + (colours[1] - colours[0]) * share(i)))
  const [a, b] = [Math.cos(hue), Math.sin(hue)].map((c) => strength.map((own) => own * c))
  return { light, a: a ?? light, b: b ?? light }
}

describe('pale skin in the shade', () => {
  const pale = skin(0.36, 0.72, [0.095, 0.055])

  it('is told by having the less colour the more light falls on it', () => {
    expect(paleShadeOf(pale, all).share).toBeGreaterThan(0.9)
    // Dark skin under a grey sky has as little, but in its light as much as elsewhere.
    expect(paleShadeOf(skin(0.36, 0.72, [0.087, 0.093]), all).share).toBeLessThan(0.05)
    expect(paleShadeOf(skin(0.36, 0.72, [0.16, 0.13]), all).share).toBe(0)
  })

  it('is none where gloss alone makes it paler', () => {
    const brown = skin(0.42, 0.74, [0.092, 0.093])
    const dull = (own: number, i: number) => own * (share(i) > 0.7 ? 0.6 : 1)
    const glossy = { ...brown, a: brown.a.map(dull), b: brown.b.map(dull) }
    expect(paleShadeOf(glossy, all).share).toBeLessThan(0.05)
  })

  it('is beyond doubt only where what is lit of it is light and has very little colour', () => {
    expect(paleShadeOf(pale, all).sure).toBeGreaterThan(0.9)
    expect(paleShadeOf(skin(0.36, 0.72, [0.115, 0.085]), all).sure).toBeLessThan(0.1)
    expect(paleShadeOf(skin(0.3, 0.56, [0.095, 0.055]), all).sure).toBeLessThan(0.1)
    expect(paleShadeOf(skin(0.36, 0.72, [0.087, 0.093]), all).sure).toBe(0)
  })

  it('is none where it is in good light, nor where no place of it is light', () => {
    expect(paleShadeOf(skin(0.62, 0.86, [0.095, 0.055]), all).share).toBe(0)
    expect(paleShadeOf(skin(0.2, 0.44, [0.095, 0.055]), all).share).toBe(0)
  })

  it('is none in a photograph without colours, nor where no skin is seen', () => {
    expect(paleShadeOf(skin(0.36, 0.72, [0, 0]), all).share).toBe(0)
    expect(paleShadeOf(pale, new Float32Array(COUNT)).share).toBe(0)
  })

  it('has tones that lie as far apart as the photograph’s, which else are nearer', () => {
    const lamp = all.map((_, i) => share(i))
    const [calm, spread] = [{ share: 0, apart: 0 }, paleShadeOf(pale, all)].map(
      (own) => celShadeOf(lamp, all, [0.56], [1], { pale: own, hard: 0 }).apart,
    )
    expect(calm).toBeLessThan(0.08)
    expect(spread).toBeGreaterThan(0.15)
  })

  it('is lighter where it is lit and as light as it was in the mean', () => {
    const shares = [0.3, 0.7]
    const base: OkLab = [0.54, 0.027, 0.027]
    const tones: OkLab[] = [
      [0.4, 0.02, 0.02],
      [0.6, 0.03, 0.03],
    ]
    const litOf = (isPale: number) => {
      const painted = paintedTones({ tone: base, tones, shares, pale: isPale, hard: 0 }, base, 1, 0)
      const mean = painted.reduce((sum, [own], k) => sum + own * (shares[k] ?? 0), 0)
      expect(mean).toBeCloseTo(base[0], 5)
      return painted[1]?.[0] ?? 0
    }
    expect(litOf(1)).toBeGreaterThan(litOf(0) + 0.005)
  })
})
