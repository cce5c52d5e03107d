import { describe, expect, it } from 'vitest'
import { type Corners, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { findPaper } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { landscape, paint, testJob } from '../made-pictures.ts'
import { grid, photographed } from '../rescue-pictures.ts'
import { furthest, PHOTO, tilted } from './rescued.ts'

describe('the sheet in a photo is found', () => {
  it.each([
    [
      'that lies straight',
      [
        { x: 0.2, y: 0.15 },
        { x: 0.8, y: 0.15 },
        { x: 0.8, y: 0.85 },
        { x: 0.2, y: 0.85 },
      ],
    ],
    ['seen from one side', tilted],
    [
      'turned',
      [
        { x: 0.4, y: 0.08 },
        { x: 0.88, y: 0.4 },
        { x: 0.6, y: 0.93 },
        { x: 0.12, y: 0.58 },
      ],
    ],
  ] as readonly (readonly [string, Corners])[])('%s', async (_, corners) => {
    const photo = photographed({ ...PHOTO, corners, drawing: grid(6) })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, corners)).toBeLessThan(1)
    expect(found?.confidence).toBeGreaterThan(0.6)
  })

  it('on a table as light as the paper, by its colour', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [60, 120, 200] : [226, 226, 222]),
      table: () => [250, 222, 190],
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('under uneven light, on a chequered table', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: grid(5),
      table: (x, y) =>
        (Math.floor(x / 36) + Math.floor(y / 36)) % 2 ? [90, 90, 96] : [70, 64, 60],
      light: (x, y) => 1 - 0.5 * x - 0.2 * y,
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('and not the joints of the tiles that it lies on', async () => {
    const photo = photographed({
      ...PHOTO,
      corners: tilted,
      drawing: (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [60, 120, 200] : [238, 238, 234]),
      table: (x, y) => (x % 60 < 3 || y % 60 < 3 ? [150, 146, 140] : [188, 180, 170]),
    })
    const found = await findPaper(testJob(), rasterSource(photo))
    expect(furthest(found?.corners, tilted)).toBeLessThan(1)
  })

  it('that the picture cuts off on one side, as far as it is seen', async () => {
    const corners: Corners = [
      { x: -0.2, y: 0.1 },
      { x: 0.75, y: 0.16 },
      { x: 0.8, y: 0.86 },
      { x: -0.2, y: 0.9 },
    ]
    const photo = photographed({ ...PHOTO, corners, drawing: grid(7) })
    const found = await findPaper(testJob(), rasterSource(photo))
    const [topLeft, topRight, bottomRight, bottomLeft] = found?.corners ?? wholePicture
    expect(furthest([corners[0], topRight, bottomRight, corners[3]], corners)).toBeLessThan(1.5)
    for (const [cut, [from, to]] of [
      [topLeft, [corners[0], corners[1]]],
      [bottomLeft, [corners[3], corners[2]]],
    ] as const) {
      const side = from.y + ((cut.x - from.x) / (to.x - from.x)) * (to.y - from.y)
      expect(Math.abs(cut.y - side) * PHOTO.heightPx).toBeLessThan(1.5)
      expect(cut.x).toBeLessThan(0.12)
    }
  })

  it('and none where a large part of it would be lost', async () => {
    const corners: Corners = [
      { x: 0.08, y: 0.35 },
      { x: 0.45, y: -0.3 },
      { x: 0.92, y: 0.65 },
      { x: 0.55, y: 1.3 },
    ]
    const photo = photographed({ ...PHOTO, corners, drawing: () => [238, 238, 238] })
    expect(await findPaper(testJob(), rasterSource(photo))).toBeNull()
  })

  it('and none is made up where there is none', async () => {
    expect(await findPaper(testJob(), rasterSource(landscape(600, 400)))).toBeNull()
    expect(await findPaper(testJob(), rasterSource(paint(300, 200, () => [90, 90, 90])))).toBeNull()
  })
})
