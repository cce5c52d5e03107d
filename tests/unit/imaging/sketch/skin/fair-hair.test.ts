import { describe, expect, it } from 'vitest'
import { darkenFair } from '#core/imaging/tools/sketch/skin/fair-hair.ts'
import type { Skin } from '#core/imaging/tools/sketch/skin/skin.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 8

/** What is left of the luma of a plain colour that is so much a person's, and so much skin. */
async function left(
  colour: Rgb,
  person: number,
  { skinny = 0, light = 0.75 } = {},
): Promise<number> {
  const plane = (value: number) => evenPlane(SIDE, SIDE, value)
  const [luma, some] = [plane(light), plane(0)]
  const before = luma.values[0]
  const mask = createPlane(SIDE, SIDE)
  mask.values.fill(255 * person)
  const skin: Skin = {
    share: plane(skinny),
    bare: plane(skinny),
    toned: some,
    limbs: null,
    gain: some,
    greyGain: some,
    power: some,
    tone: some,
    deep: some,
    colours: new Map(),
  }
  const picture = paint(SIDE, SIDE, () => colour)
  await darkenFair(testJob(), luma, picture, { mask, small: picture, skin })
  return (luma.values[SIDE * 4 + 4] ?? 0) / (before ?? 1)
}

const FAIR: Rgb = [228, 190, 120]

describe('fair hair in ink', () => {
  it('is darker than its luma, where it is a person’s', async () => {
    expect(await left(FAIR, 1)).toBeLessThan(0.8)
    expect(await left(FAIR, 0)).toBe(1)
  })

  it('is left as it is in the shade, where it is hatched anyway', async () => {
    expect(await left(FAIR, 1, { light: 0.35 })).toBe(1)
  })

  it('is told from skin, and from what is white or grey', async () => {
    expect(await left(FAIR, 1, { skinny: 1 })).toBe(1)
    expect(await left([240, 236, 228], 1)).toBe(1)
    expect(await left([236, 196, 172], 1)).toBeGreaterThan(0.95)
  })
})
