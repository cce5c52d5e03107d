import { describe, expect, it } from 'vitest'
import { raiseCutOffHeads } from '#core/imaging/tools/cut-out/people/looks/cut-off-heads.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint, paintPlane, testJob } from '../../../made-pictures.ts'

const SIDE = 400
const head = { x: 200, y: 90, size: 80, angle: 0 }
/** A brown hat that the upper side cuts off, over a wall of blue. */
const isHat = (x: number, y: number) => Math.abs(x - 200) < 60 && y < 60
const isBody = (x: number, y: number) =>
  Math.hypot(x - 200, y - 100) < 50 || (y > 150 && Math.abs(x - 200) < 100)
const picture = paint(SIDE, SIDE, (x, y) =>
  isHat(x, y) || isBody(x, y) ? [150, 90, 40] : [40, 60, 160],
)

/** What the looks saw: the body, and of the hat a mist. */
const misty = () => paintPlane(SIDE, SIDE, (x, y) => (isBody(x, y) ? 1 : isHat(x, y) ? 0.4 : 0))

/** Knows brown, unless it ends at the upper side of what is shown. */
const seen: Raster[] = []
const brown = async (shown: Raster) => {
  seen.push(shown)
  const mask = createPlane(shown.widthPx, shown.heightPx)
  for (let at = 0; at < mask.values.length; at++)
    mask.values[at] = (shown.rgba[at * 4] ?? 0) > 100 ? 255 : 0
  return mask
}

describe('a head that the upper side of the picture cuts off', () => {
  it('is looked at with what is there drawn on upwards, and its hat is whole', async () => {
    const mask = misty()
    seen.length = 0
    await raiseCutOffHeads(testJob(), picture, mask, [head], brown)
    expect(seen).toHaveLength(1)
    // Of 1.3 parts that are shown, 0.3 lie above the picture.
    const [shown] = seen
    const row = (y: number) => shown?.rgba.subarray(y * 256 * 4, (y + 1) * 256 * 4)
    expect(row(0)).toEqual(row(50))
    for (const x of [150, 200, 250]) expect(mask.values[3 * SIDE + x]).toBeGreaterThan(0.9)
    expect(mask.values[3 * SIDE + 300]).toBe(0)
  })

  it('has nothing taken away, and below its eyes nothing is changed', async () => {
    const mask = misty()
    const nobody = async ({ widthPx, heightPx }: Raster) => createPlane(widthPx, heightPx)
    await raiseCutOffHeads(testJob(), picture, mask, [head], nobody)
    expect(mask.values).toEqual(misty().values)
    const all = async (shown: Raster) => ({
      ...(await nobody(shown)),
      values: new Uint8ClampedArray(256 * 256).fill(255),
    })
    await raiseCutOffHeads(testJob(), picture, mask, [head], all)
    expect(mask.values.subarray(head.y * SIDE)).toEqual(misty().values.subarray(head.y * SIDE))
  })

  it('is none where the mask does not meet that side over it, or where it lies far below', async () => {
    seen.length = 0
    const hatless = misty()
    for (let at = 0; at < SIDE; at++) hatless.values[at] = 0
    await raiseCutOffHeads(testJob(), picture, hatless, [head], brown)
    await raiseCutOffHeads(testJob(), picture, misty(), [{ ...head, y: 300 }], brown)
    expect(seen).toEqual([])
  })
})
