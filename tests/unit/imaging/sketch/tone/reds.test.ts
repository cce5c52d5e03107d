import { describe, expect, it } from 'vitest'
import type { Skin } from '#core/imaging/tools/sketch/skin/skin.ts'
import { darkenReds } from '#core/imaging/tools/sketch/tone/reds.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 8

const plane = (value: number) => evenPlane(SIDE, SIDE, value)

/** What is left of the luma of a plain colour. */
async function left(
  colour: Rgb,
  bare: number | null,
  light = 0.5,
  isGrey = false,
): Promise<number> {
  const luma = plane(light)
  const some = plane(0)
  const skin: Skin | null =
    bare === null
      ? null
      : {
          share: some,
          bare: plane(bare),
          toned: some,
          limbs: null,
          gain: some,
          greyGain: some,
          power: some,
          tone: some,
          deep: some,
          colours: new Map(),
        }
  await darkenReds(
    testJob(),
    luma,
    paint(SIDE, SIDE, () => colour),
    skin,
    { isGrey },
  )
  return (luma.values[SIDE] ?? 0) / light
}

describe('reds in a sketch', () => {
  it('are darker than greys of their light, the fuller the darker', async () => {
    const [full, pale] = [await left([225, 60, 40], null), await left([205, 115, 105], null)]
    expect(full).toBeLessThan(0.7)
    expect(pale).toBeGreaterThan(full + 0.1)
    expect(pale).toBeLessThan(0.99)
  })

  it('are not black where they are dark', async () => {
    const [light, dark] = [await left([225, 60, 40], null), await left([225, 60, 40], null, 0.25)]
    expect(dark).toBeGreaterThan(light + 0.1)
    expect(0.25 * dark).toBeLessThan(0.5 * light)
  })

  it('that glow are no black masses where no colour tells them, and stay darker than greys', async () => {
    const glowing: Rgb = [230, 30, 15]
    const [grey, coloured] = [await left(glowing, null, 0.3, true), await left(glowing, null, 0.3)]
    expect(grey).toBeGreaterThan(1.1)
    expect(coloured).toBeLessThan(1)
    expect(await left(glowing, null, 0.5, true)).toBeLessThan(0.85)
    expect(await left([120, 15, 10], null, 0.12, true)).toBeLessThan(1.01)
  })

  it('are no skin, no wood, no sky, no leaf and no noise of the dark', async () => {
    const others: readonly Rgb[] = [
      [224, 172, 150],
      [180, 130, 90],
      [90, 140, 220],
      [60, 140, 50],
      [16, 4, 4],
    ]
    for (const colour of others) expect(await left(colour, null)).toBeCloseTo(1, 5)
  })

  it('stay as light as they are where skin is bare, and not on lips', async () => {
    const lips: Rgb = [190, 60, 65]
    expect(await left(lips, 1)).toBeCloseTo(1, 5)
    expect(await left(lips, 0)).toBeLessThan(0.8)
  })
})

describe('yellows in a sketch', () => {
  it('are darker than white where they are full, less than reds', async () => {
    const fries = await left([235, 200, 60], null)
    expect(fries).toBeLessThan(0.85)
    expect(fries).toBeGreaterThan(await left([225, 60, 40], null))
  })

  it('are no fair hair, no sand, no gold in the shade of a lamp, and no bare skin', async () => {
    const others: readonly Rgb[] = [
      [228, 190, 140],
      [222, 200, 160],
      [150, 120, 90],
    ]
    for (const colour of others) expect(await left(colour, null)).toBeCloseTo(1, 5)
    expect(await left([235, 200, 60], 1)).toBeCloseTo(1, 5)
  })
})
