import { describe, expect, it } from 'vitest'
import { createPlane, planeRows, rasterRows } from '#core/pixels/pixels.ts'
import { partFor } from '#core/pixels/sample-rows.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainSkinLight } from '../../fixtures/plain-skin-light.ts'
import { picture, plane } from '../../fixtures/uneven-pictures.ts'

const WHITE = 0.7
const DARKEST = 0.012
const PART = 0.3

const small = {
  share: plane(9, 7, -0.4, 1.3),
  gain: plane(4, 3, -0.8, 1.6),
  power: plane(4, 3, 0.72, 1.5),
}
for (const [i, share] of small.share.values.entries()) {
  small.share.values[i] = Math.min(1, Math.max(0, share))
}

const skinOf = (wholeHeightPx: number, topPx = 0, rows = wholeHeightPx) => ({
  topPx,
  wholeHeightPx,
  share: partFor(small.share, wholeHeightPx, topPx, rows),
  gain: partFor(small.gain, wholeHeightPx, topPx, rows),
  power: partFor(small.power, wholeHeightPx, topPx, rows),
})

const lifts = Float32Array.from({ length: 256 }, (_, luma) => (Math.max(1, luma) / 255) ** -0.3)

const furthest = (made: ArrayLike<number>, expected: ArrayLike<number>) =>
  Math.max(...Array.from(made, (value, i) => Math.abs(value - (expected[i] ?? Number.NaN))))

describe.each([
  [64, 48],
  [37, 5],
  [5, 41],
  [1, 1],
  [23, 1],
])('light of skin, %i x %i', (w, h) => {
  it('luma of skin is brought to the light of all', () => {
    const luma = plane(w, h, 0, 1)
    const made = kernels.litSkin(luma, skinOf(h), WHITE, DARKEST)
    const expected = plainSkinLight.litSkin(luma, skinOf(h), WHITE, DARKEST)
    expect(furthest(made.values, expected.values)).toBeLessThan(2e-6)
  })

  it('colours are lifted, and those of skin brought to the light of all', () => {
    for (const skin of [skinOf(h), null]) {
      const made = kernels.liftColours(picture(w, h), lifts, skin, PART, DARKEST)
      const expected = plainSkinLight.liftColours(picture(w, h), lifts, skin, PART, DARKEST)
      made.forEach(({ values }, at) => {
        expect(furthest(values, expected[at]?.values ?? [])).toBeLessThanOrEqual(1)
      })
    }
  })

  it('results are written where they are wanted, over the luma itself too', () => {
    const luma = plane(w, h, 0, 1)
    const lit = kernels.litSkin(luma, skinOf(h), WHITE, DARKEST)
    expect(kernels.litSkin(luma, skinOf(h), WHITE, DARKEST, luma)).toBe(luma)
    expect(luma.values).toEqual(lit.values)
    const into = [createPlane(w, h), createPlane(w, h), createPlane(w, h)] as const
    kernels.liftColours(picture(w, h), lifts, skinOf(h), PART, DARKEST, into)
    expect(into).toEqual(kernels.liftColours(picture(w, h), lifts, skinOf(h), PART, DARKEST))
  })

  it('rows are as in the whole', () => {
    const [top, rows] = [Math.floor(h / 3), Math.ceil(h / 2)]
    const skin = skinOf(h, top, rows)
    const luma = plane(w, h, 0, 1)
    const lit = kernels.litSkin(planeRows(luma, top, rows), skin, WHITE, DARKEST)
    const whole = kernels.litSkin(luma, skinOf(h), WHITE, DARKEST)
    expect(lit.values).toEqual(planeRows(whole, top, rows).values)
    const strip = rasterRows(picture(w, h), top, rows)
    const lifted = kernels.liftColours(strip, lifts, skin, PART, DARKEST)
    const all = kernels.liftColours(picture(w, h), lifts, skinOf(h), PART, DARKEST)
    lifted.forEach(({ values }, at) => {
      const own = all[at]?.values.subarray(top * w, (top + rows) * w)
      expect(values).toEqual(own)
    })
  })
})
