import { describe, expect, it } from 'vitest'
import { liftedSkin } from '#core/imaging/tools/anime/faces/skin/lifted-skin.ts'
import { animeLooks } from '#core/imaging/tools/anime/looks.ts'
import type { OkLab } from '#core/pixels/oklab.ts'

const chromaOf = ([, a, b]: OkLab) => Math.hypot(a, b)
const hueOf = ([, a, b]: OkLab) => (Math.atan2(b, a) * 180) / Math.PI

describe('skin as it is painted', () => {
  const warmth = animeLooks.pop.face.warmth

  it('gains some colour where it has little, and is no stronger where it has much', () => {
    const [pale, strong]: OkLab[] = [
      [0.7, 0.025, 0.03],
      [0.64, 0.065, 0.058],
    ]
    const paleGain = chromaOf(liftedSkin(pale ?? [0, 0, 0], warmth)) / Math.hypot(0.025, 0.03)
    expect(paleGain).toBeGreaterThan(1)
    expect(paleGain).toBeLessThan(1.2)
    expect(chromaOf(liftedSkin(strong ?? [0, 0, 0], warmth))).toBeLessThan(0.092)
  })

  it('gains none where it is pale and lies in the shade, which would be brown, and does where it is brown', () => {
    const gainOf = (skin: OkLab) =>
      (chromaOf(liftedSkin(skin, warmth)) * skin[0]) /
      (chromaOf(skin) * liftedSkin(skin, warmth)[0])
    expect(gainOf([0.45, 0.028, 0.032])).toBeLessThan(1.005)
    expect(gainOf([0.75, 0.028, 0.032])).toBeGreaterThan(1.04)
    expect(gainOf([0.36, 0.03, 0.038])).toBeGreaterThan(1.08)
  })

  it('keeps a little less of its colour where it is neither dark nor grey: much less would be grey', () => {
    const gainOf = (skin: OkLab) =>
      (chromaOf(liftedSkin(skin, 0)) * skin[0]) / (chromaOf(skin) * liftedSkin(skin, 0)[0])
    expect(gainOf([0.7, 0.045, 0.045])).toBeLessThan(0.97)
    expect(gainOf([0.7, 0.045, 0.045])).toBeGreaterThan(0.92)
    expect(gainOf([0.7, 0.02, 0.02])).toBeCloseTo(1, 3)
    expect(gainOf([0.42, 0.035, 0.035])).toBeCloseTo(1, 3)
  })

  it('keeps its hue within 6 degrees, and wholly in white light', () => {
    const hues = [20, 32, 50, 60, 78, 85]
    const moved = hues.map((hue) => {
      const turn = (hue * Math.PI) / 180
      return hueOf(liftedSkin([0.6, 0.07 * Math.cos(turn), 0.07 * Math.sin(turn)], 0)) - hue
    })
    for (const by of moved) expect(Math.abs(by)).toBeLessThan(6)
    expect(moved[2]).toBeCloseTo(0)
    expect(moved[0]).toBeGreaterThan(2)
    expect(moved[5]).toBeLessThan(-2)
  })

  it('is lighter by 0.02 at most', () => {
    for (const light of [0.2, 0.5, 0.8, 0.95]) {
      const [to] = liftedSkin([light, 0.03, 0.03], 0)
      expect(to).toBeGreaterThanOrEqual(light)
      expect(to - light).toBeLessThan(0.02)
    }
  })
})
