import { expect, it } from 'vitest'
import { hatchReds, redsOfPeople } from '#core/imaging/tools/sketch/tone/hatched-reds.ts'
import { createFloatPlane, createPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 64

/** How red cloth a colour is, on somebody who fills the left half of a picture and on nobody. */
function redsOf(colour: Rgb, skin: number | null = null) {
  const mask = createPlane(SIDE, SIDE)
  mask.values.forEach((_, i) => {
    mask.values[i] = i % SIDE < SIDE / 2 ? 255 : 0
  })
  const share = evenPlane(SIDE, SIDE, skin ?? 0)
  const picture = paint(SIDE, SIDE, () => colour)
  const reds = redsOfPeople(kernels, picture, mask, skin === null ? null : share)
  const row = (SIDE / 2) * SIDE
  return {
    onSomebody: reds?.values[row + SIDE / 4] ?? 0,
    onNobody: reds?.values[row + (3 * SIDE) / 4] ?? 0,
  }
}

it('a jacket that is red in the sun is red cloth, and a wall behind nobody is none', () => {
  const { onSomebody, onNobody } = redsOf([248, 60, 62])
  expect(onSomebody).toBeGreaterThan(0.9)
  expect(onNobody).toBe(0)
})

it('skin in the sun, brown skin and brown hair are hardly red, and painted lips are no cloth', () => {
  const colours: Rgb[] = [
    [226, 150, 116],
    [150, 90, 68],
    [96, 60, 44],
  ]
  for (const colour of colours) expect(redsOf(colour).onSomebody).toBeLessThan(0.3)
  expect(redsOf([200, 30, 40], 1).onSomebody).toBe(0)
})

it('a pen hatches red cloth that the sun leaves as light as paper, the paler it is the less, and leaves what is darker', async () => {
  const shading = createFloatPlane(8, 8)
  shading.values.fill(0.8, 4 * 8)
  const reds = createFloatPlane(8, 8)
  for (let i = 0; i < reds.values.length; i++) reds.values[i] = i % 8 < 4 ? 1 : 0.5
  await hatchReds(testJob(), shading, reds)
  const [red, pale] = [shading.values[0] ?? 0, shading.values[7] ?? 0]
  expect(red).toBeGreaterThan(0.4)
  expect(red).toBeLessThan(0.55)
  expect(pale).toBeLessThan(red - 0.1)
  expect(pale).toBeGreaterThan(0)
  expect(shading.values[7 * 8]).toBeCloseTo(0.8, 5)
})
