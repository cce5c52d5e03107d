import { describe, expect, it } from 'vitest'
import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { findPaper } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { testJob } from '../made-pictures.ts'
import { photographed, type Rgb } from '../rescue-pictures.ts'

const SIZE = { widthPx: 480, heightPx: 360 }
const corners: Corners = [
  { x: 0.19, y: 0.14 },
  { x: 0.83, y: 0.2 },
  { x: 0.9, y: 0.87 },
  { x: 0.09, y: 0.8 },
]
const table: Rgb = [150, 140, 128]

/** A sheet that is as its table along a share of each side, in some places. */
const hiddenAlong = (share: number, places: number) =>
  photographed({
    ...SIZE,
    corners,
    table: () => table,
    drawing: (u, v) => {
      const [fromLeft, fromTop] = [Math.min(u, 1 - u), Math.min(v, 1 - v)]
      const along = fromLeft < fromTop ? v : u
      if (Math.min(fromLeft, fromTop) < 0.05 && (along * places) % 1 < share) return table
      return Math.hypot(u - 0.5, v - 0.5) < 0.25 ? [60, 120, 200] : [236, 234, 228]
    },
  })

describe.each([2, 5])('a sheet whose sides are hidden in %i places each', (places) => {
  it('is proposed where three quarters of them are seen', async () => {
    const found = await findPaper(testJob(), rasterSource(hiddenAlong(0.25, places)))
    const off = corners.map(({ x, y }, at) => {
      const own = found?.corners[at] ?? { x: 0, y: 0 }
      return Math.hypot((own.x - x) * SIZE.widthPx, (own.y - y) * SIZE.heightPx)
    })
    expect(Math.max(...off)).toBeLessThan(2)
  })

  it('is left to the handles where no more than three fifths are', async () => {
    expect(await findPaper(testJob(), rasterSource(hiddenAlong(0.4, places)))).toBeNull()
  })
})
