import { expect, it } from 'vitest'
import {
  clearColoursOfPeople,
  hatchClearColours,
} from '#core/imaging/tools/sketch/tone/hatched-colours.ts'
import { createFloatPlane, createPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 64

/** How dark cloth of a colour is shaded at least, on somebody who fills the left half of a picture and on nobody. */
function leastOf(colour: Rgb, skin: number | null = null, hair: number | null = null) {
  const mask = createPlane(SIDE, SIDE)
  mask.values.forEach((_, i) => {
    mask.values[i] = i % SIDE < SIDE / 2 ? 255 : 0
  })
  const share = evenPlane(SIDE, SIDE, skin ?? 0)
  const picture = paint(SIDE, SIDE, () => colour)
  const strands = hair === null ? null : evenPlane(SIDE, SIDE, hair)
  const least = clearColoursOfPeople(kernels, picture, mask, skin === null ? null : share, strands)
  const row = (SIDE / 2) * SIDE
  return {
    onSomebody: least?.values[row + SIDE / 4] ?? 0,
    onNobody: least?.values[row + (3 * SIDE) / 4] ?? 0,
  }
}

it('a jacket that is red in the sun is red cloth, and a wall behind nobody is none', () => {
  const { onSomebody, onNobody } = leastOf([248, 60, 62])
  expect(onSomebody).toBeGreaterThan(0.4)
  expect(onNobody).toBe(0)
})

it('skin in the sun, brown skin and brown hair are hardly red, and painted lips are no cloth', () => {
  const colours: Rgb[] = [
    [226, 150, 116],
    [150, 90, 68],
    [96, 60, 44],
  ]
  for (const colour of colours) expect(leastOf(colour).onSomebody).toBeLessThan(0.14)
  expect(leastOf([200, 30, 40], 1).onSomebody).toBe(0)
})

it('a green or blue coat is hatched, and what is nearly white or lime is not', () => {
  for (const colour of [
    [70, 160, 125],
    [90, 130, 220],
    [130, 80, 210],
  ] satisfies Rgb[])
    expect(leastOf(colour).onSomebody).toBeGreaterThan(0.25)
  for (const colour of [
    [225, 235, 250],
    [205, 220, 60],
    [150, 150, 150],
  ] satisfies Rgb[])
    expect(leastOf(colour).onSomebody).toBeLessThan(0.05)
})

it('a pen hatches red cloth that the sun leaves as light as paper, the paler it is the less, and leaves what is darker', async () => {
  const shading = createFloatPlane(8, 8)
  shading.values.fill(0.8, 4 * 8)
  const reds = createFloatPlane(8, 8)
  for (let i = 0; i < reds.values.length; i++) reds.values[i] = i % 8 < 4 ? 0.46 : 0.23
  await hatchClearColours(testJob(), shading, reds)
  const [red, pale] = [shading.values[0] ?? 0, shading.values[7] ?? 0]
  expect(red).toBeGreaterThan(0.4)
  expect(red).toBeLessThan(0.55)
  expect(pale).toBeLessThan(red - 0.1)
  expect(pale).toBeGreaterThan(0)
  expect(shading.values[7 * 8]).toBeCloseTo(0.8, 5)
})

it('yellow and orange cloth is hatched, and skin in warm light, beige, lemon and yellow hair are not', () => {
  for (const colour of [
    [150, 122, 76],
    [247, 121, 4],
    [210, 160, 40],
  ] satisfies Rgb[])
    expect(leastOf(colour).onSomebody).toBeGreaterThan(0.2)
  for (const colour of [
    [222, 158, 92],
    [150, 102, 58],
    [191, 173, 150],
    [250, 240, 90],
  ] satisfies Rgb[])
    expect(leastOf(colour).onSomebody).toBeLessThan(0.1)
  expect(leastOf([205, 165, 95], null, 0.9).onSomebody).toBe(0)
})
