import { expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { isGroupLeftOut, withGroups } from '#core/imaging/portrait/segment-groups.ts'
import { createPlane, createRaster } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../../../fixtures/bare-job.ts'
import { people } from '../made-face.ts'

const SIDE = 96

const [made] = people().faces

/** A face of which all points lie at one place of a picture twice as large as the mask. */
function faceAt(x: number, y: number): FoundFace {
  if (made === undefined) throw new Error('There is no made face.')
  return { ...made, points: { ...made.points, points: [{ x: 2 * x, y: 2 * y }] } }
}

const picture = { widthPx: 2 * SIDE, heightPx: 2 * SIDE }
const row = [10, 30, 50, 70].map((x) => faceAt(x, 40))

it('a group is left out where most of its faces lie outside of the mask of people', () => {
  const mask = createPlane(SIDE, SIDE)
  expect(isGroupLeftOut(mask, row, picture)).toBe(true)
  expect(isGroupLeftOut(mask, row.slice(1), picture)).toBe(false)
  for (const x of [10, 30]) mask.values[40 * SIDE + x] = 255
  expect(isGroupLeftOut(mask, row, picture)).toBe(false)
})

/** Says of a whole picture nothing and of a part that what is white is somebody. */
const segment = (part: Raster) => {
  const mask = createPlane(part.widthPx, part.heightPx)
  for (let at = 0; at < mask.values.length; at++) mask.values[at] = part.rgba[4 * at] as number
  return Promise.resolve(mask)
}

it('who is seen in parts of a picture only is somebody, without a seam between the parts', async () => {
  const drawn = createRaster(SIDE, SIDE)
  for (let y = 30; y < 70; y++) drawn.rgba.fill(255, 4 * (y * SIDE), 4 * (y * SIDE + SIDE))
  const mask = createPlane(SIDE, SIDE)
  mask.values[0] = 200
  const whole = await withGroups(bareJob, segment, drawn, mask)
  expect(whole.values[0]).toBe(200)
  expect(mask.values[40 * SIDE + 40]).toBe(0)
  for (let x = 0; x < SIDE; x++) expect(whole.values[50 * SIDE + x]).toBeGreaterThan(250)
  expect(whole.values[10 * SIDE + 40]).toBe(0)
})
