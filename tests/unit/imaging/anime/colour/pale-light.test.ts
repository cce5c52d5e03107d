import { expect, it } from 'vitest'
import { palePartedOf } from '#core/imaging/tools/anime/colour/pale-light.ts'
import { paint } from '../../made-pictures.ts'

const SIDE = 100

/** A pot of some light before a wall of another, with some black and white. */
const potBefore = (wall: number) =>
  paint(SIDE, SIDE, (x, y) => {
    const grey = y < 4 ? 10 : y < 10 ? 255 : x < 30 ? 240 : wall
    return [grey, grey, grey]
  })

const at = (rgba: Uint8ClampedArray, x: number, y: number): number =>
  rgba[(y * SIDE + x) * 4] as number

it('a white pot stands out from a pale wall, and white and black stay', () => {
  const { rgba } = palePartedOf(potBefore(222)) ?? potBefore(222)
  expect(at(rgba, 10, 50) - at(rgba, 70, 50)).toBeGreaterThan(1.5 * (240 - 222))
  expect(at(rgba, 50, 7)).toBe(255)
  expect(at(rgba, 50, 2)).toBe(10)
})

it('a wall keeps its colour', () => {
  const picture = paint(SIDE, SIDE, (_x, y) =>
    y < 4 ? [10, 10, 10] : y < 10 ? [255, 255, 255] : [230, 220, 200],
  )
  const { rgba } = palePartedOf(picture) ?? picture
  const [red, green, blue] = [0, 1, 2].map((k) => rgba[50 * SIDE * 4 + k] as number) as [
    number,
    number,
    number,
  ]
  expect(red).toBeLessThan(225)
  expect(green / red).toBeCloseTo(220 / 230, 1)
  expect(blue / red).toBeCloseTo(200 / 230, 1)
})

it('a picture of middle tones stays as it is', () => {
  expect(palePartedOf(potBefore(140))).toBeNull()
})
