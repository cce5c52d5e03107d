import { expect, it } from 'vitest'
import { palmsIn } from '#core/imaging/hand-points/palms.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../made-pictures.ts'

const ANCHORS = 2016
const NUMBERS = 18

/** A detector that sees one palm at an anchor, and nothing elsewhere. */
function detectorAt(anchor: number, numbers: readonly number[], logit = 3): InferenceSession {
  return {
    run: async () => {
      const values = new Float32Array(ANCHORS * (NUMBERS + 1)).fill(-20, ANCHORS * NUMBERS)
      values.set(numbers, anchor * NUMBERS)
      values[ANCHORS * NUMBERS + anchor] = logit
      return { shape: [1, values.length, 1, 1], values }
    },
    release: async () => {},
  }
}

const picture = paint(400, 300, () => [120, 120, 120])
const photo = { source: rasterSource(picture), overview: picture }
const square = { centre: { x: 200, y: 150 }, sidePx: 192 }
/** The box in the middle of its anchor, 40 wide; the wrist 30 below, the knuckle 10 above. */
const numbers = [0, 0, 40, 40, 0, 30, 0, 0, 0, -10, ...Array<number>(8).fill(0)]

it('places a palm by its anchor in the square that was looked at', async () => {
  // The first grid has 24 cells a side and two anchors in each: this is the second one of column 3, row 2.
  const found = await palmsIn(testJob(), photo, square, detectorAt((2 * 24 + 3) * 2 + 1, numbers))
  const [x, y] = [200 - 96 + (3.5 / 24) * 192, 150 - 96 + (2.5 / 24) * 192]
  expect(found).toHaveLength(1)
  expect(found[0]?.centre.x).toBeCloseTo(x)
  expect(found[0]?.centre.y).toBeCloseTo(y)
  expect(found[0]?.sidePx).toBeCloseTo(40)
  expect(found[0]?.wrist.y).toBeCloseTo(y + 30)
  expect(found[0]?.knuckle.y).toBeCloseTo(y - 10)
})

it('counts six anchors in each cell of the coarser grid', async () => {
  const anchor = 2 * 24 * 24 + (5 * 12 + 7) * 6 + 4
  const found = await palmsIn(testJob(), photo, square, detectorAt(anchor, numbers))
  expect(found[0]?.centre.x).toBeCloseTo(200 - 96 + (7.5 / 12) * 192)
  expect(found[0]?.centre.y).toBeCloseTo(150 - 96 + (5.5 / 12) * 192)
})

it('leaves out what is less likely a palm than not', async () => {
  expect(await palmsIn(testJob(), photo, square, detectorAt(40, numbers, -0.1))).toEqual([])
})
