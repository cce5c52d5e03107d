import { describe, expect, it } from 'vitest'
import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import { stepsOf } from '#core/imaging/tools/rescue/brush/brush-steps.ts'
import { type Corners, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { strokeOn } from '#core/imaging/tools/rescue/sheet-strokes.ts'
import { createRaster, type PixelSource, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, paint, testJob } from '../made-pictures.ts'

const dab = (x: number, y: number, radius = 0.05, mode: BrushStroke['mode'] = 'add') =>
  ({ mode, radius, points: [{ x, y }] }) satisfies BrushStroke
const line = (fromX: number, fromY: number, toX: number, toY: number, radius: number) =>
  ({
    mode: 'add',
    radius,
    points: [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ],
  }) satisfies BrushStroke

async function brushed(
  photo: Raster,
  strokes: readonly BrushStroke[],
  { memory = {}, corners = wholePicture }: { memory?: object; corners?: Corners } = {},
): Promise<Raster> {
  const { results, openSink } = keptResults()
  const settings = {
    corners: cornersText(corners),
    evenLight: 0,
    freshColours: 0,
    brushed: strokesText(strokes),
  }
  await rescue(testJob(), rasterSource(photo), settings, openSink, { memory })
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

const noise = (x: number, y: number) => {
  const mixed = Math.imul(
    Math.imul(x + 1, 374_761_393) ^ Math.imul(y + 1, 668_265_263),
    1_274_126_177,
  )
  return ((mixed >>> 16) % 97) - 48
}

/** A rough wall, red where something stands before it. */
const wall = (widthPx: number, heightPx: number, isThing: (x: number, y: number) => boolean) =>
  paint(widthPx, heightPx, (x, y) => {
    if (isThing(x, y)) return [250, 10, 20]
    const light = 128 + noise(x, y)
    return [light, light, light]
  })

interface Region {
  readonly left: number
  readonly top: number
  readonly side: number
}

/** Mean and spread of the green within a square. */
function statisticsIn({ rgba, widthPx }: Raster, { left, top, side }: Region) {
  const values = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [left + (at % side), top + Math.floor(at / side)]
    return rgba[(y * widthPx + x) * 4 + 1] ?? 0
  })
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, spread: Math.sqrt(squares / values.length) }
}

const isThing = (x: number, y: number) => Math.hypot(x - 120, y - 100) < 14

describe('what is brushed away', () => {
  it('gives way to what is around it, as rough as that is: it is not smeared', async () => {
    const photo = wall(240, 200, isThing)
    const result = await brushed(photo, [dab(0.5, 0.5, 0.075)])
    const hole = statisticsIn(result, { left: 108, top: 88, side: 24 })
    const around = statisticsIn(photo, { left: 20, top: 20, side: 60 })
    expect(Math.abs(hole.mean - around.mean)).toBeLessThan(10)
    expect(hole.spread).toBeGreaterThan(around.spread * 0.8)
    expect(hole.spread).toBeLessThan(around.spread * 1.2)
  })

  it('leaves every other pixel as it was', async () => {
    const photo = wall(240, 200, isThing)
    const result = await brushed(photo, [dab(0.5, 0.5, 0.075)])
    for (let at = 0; at < 240 * 200; at++) {
      if (Math.hypot((at % 240) + 0.5 - 120, Math.floor(at / 240) + 0.5 - 100) <= 18.2) continue
      expect(result.rgba[at * 4 + 1]).toBe(photo.rgba[at * 4 + 1])
    }
  })

  it('is crossed by lines that run into it', async () => {
    const striped = paint(240, 200, (_, y) => (y % 40 < 20 ? [30, 30, 60] : [220, 200, 180]))
    const hurt = paint(240, 200, (x, y) =>
      Math.hypot(x - 120, y - 100) < 16
        ? [250, 0, 0]
        : y % 40 < 20
          ? [30, 30, 60]
          : [220, 200, 180],
    )
    const result = await brushed(hurt, [dab(0.5, 0.5, 0.085)])
    let wrong = 0
    for (let i = 0; i < result.rgba.length; i += 4) {
      if (Math.abs((result.rgba[i + 1] ?? 0) - (striped.rgba[i + 1] ?? 0)) > 40) wrong++
    }
    expect(wrong).toBeLessThan(40)
  })

  it('does not bleed into what is filled where only half of it was brushed', async () => {
    const isPost = (x: number, y: number) => Math.abs(x - 120) < 20 && y > 60
    const photo = wall(240, 200, isPost)
    const result = await brushed(photo, [line(0.25, 0.3, 0.75, 0.3, 0.15)])
    // No pixel of what is filled is redder than the wall, unless it is the post's own.
    let pink = 0
    for (let y = 24; y < 96; y++) {
      for (let x = 90; x < 150; x++) {
        const at = (y * 240 + x) * 4
        const redder = (result.rgba[at] ?? 0) - (result.rgba[at + 1] ?? 0)
        if (redder > 8 && redder < 220) pink++
      }
    }
    expect(pink).toBeLessThan(200)
  })

  it('comes back where it is asked to, and only there', async () => {
    const photo = wall(240, 200, isThing)
    const away = dab(0.5, 0.5, 0.075)
    const result = await brushed(photo, [away, dab(0.5, 0.5, 0.02, 'remove')])
    const at = (x: number, y: number) =>
      Array.from(result.rgba.subarray((y * 240 + x) * 4, (y * 240 + x) * 4 + 3))
    expect(at(120, 100)).toEqual([250, 10, 20])
    expect(at(120, 90)[1]).toBeGreaterThan(60)
  })

  it('is the same each time, and with what was kept of the strokes before', async () => {
    const photo = wall(240, 200, isThing)
    const strokes = [dab(0.5, 0.5, 0.075), line(0.1, 0.1, 0.4, 0.8, 0.01), dab(0.8, 0.3, 0.03)]
    const memory = {}
    for (const count of [1, 2, 3]) await brushed(photo, strokes.slice(0, count), { memory })
    const again = await brushed(photo, strokes, { memory })
    expect(again.rgba).toEqual((await brushed(photo, strokes)).rgba)
    // Undo: fewer strokes on the same memory.
    const undone = await brushed(photo, strokes.slice(0, 1), { memory })
    expect(undone.rgba).toEqual((await brushed(photo, strokes.slice(0, 1))).rgba)
  })

  it('is the same thing on the straightened sheet, wherever the corners are', async () => {
    const photo = wall(240, 200, isThing)
    const corners: Corners = [
      { x: 0.1, y: 0.05 },
      { x: 0.9, y: 0.12 },
      { x: 0.95, y: 0.9 },
      { x: 0.05, y: 0.95 },
    ]
    const result = await brushed(photo, [dab(0.5, 0.5, 0.085)], { corners })
    const red = result.rgba.filter(
      (value, i) => i % 4 === 0 && value > 220 && (result.rgba[i + 1] ?? 0) < 60,
    )
    expect(red).toHaveLength(0)
  })

  it('is filled at print size with the print’s own pixels, as the preview has it', async () => {
    const isSpot = (x: number, y: number) => Math.hypot(x - 1000, y - 700) < 60
    const large = wall(2000, 1400, isSpot)
    const result = await brushed(large, [dab(0.5, 0.5, 0.034)])
    const hole = statisticsIn(result, { left: 970, top: 670, side: 60 })
    const around = statisticsIn(large, { left: 200, top: 200, side: 60 })
    expect(hole.spread).toBeGreaterThan(around.spread * 0.8)
    expect(hole.spread).toBeLessThan(around.spread * 1.2)
  })

  it('is read a little at a time, a scratch across a large picture too', async () => {
    const large = wall(1900, 1300, (x, y) => Math.abs(x - y * 1.4) < 5)
    const source = rasterSource(large)
    let most = 0
    const counted: PixelSource = {
      ...source,
      read: (box) => {
        most = Math.max(most, box.width * box.height)
        return source.read(box)
      },
    }
    const scratch = line(0, 0, 1820 / 1900, 1, 0.006)
    const settings = {
      corners: cornersText(wholePicture),
      evenLight: 0,
      freshColours: 0,
      brushed: strokesText([scratch]),
    }
    const made = createRaster(1900, 1300)
    await rescue(testJob(), source, settings, () => rasterSink(made))
    await rescue(testJob(), counted, settings, () => rasterSink(createRaster(1900, 1300)))
    expect(most).toBeLessThan(400_000)
    let red = 0
    for (let i = 0; i < made.rgba.length; i += 4) {
      if ((made.rgba[i] ?? 0) > 220 && (made.rgba[i + 1] ?? 0) < 60) red++
    }
    expect(red).toBe(0)
  })

  it('stops when it is cancelled', async () => {
    const photo = wall(240, 200, isThing)
    const settings = {
      corners: cornersText(wholePicture),
      evenLight: 0,
      freshColours: 0,
      brushed: strokesText([dab(0.5, 0.5, 0.075)]),
    }
    const open = (widthPx: number, heightPx: number) => rasterSink(createRaster(widthPx, heightPx))
    await expect(rescue(testJob(6), rasterSource(photo), settings, open)).rejects.toThrow(
      'cancelled',
    )
  })
})

describe('strokes', () => {
  it('that touch are one thing; others are filled one after the other', () => {
    const steps = stepsOf([dab(0.2, 0.2), dab(0.26, 0.2), dab(0.8, 0.8)], 1)
    expect(steps.map(({ strokes }) => strokes.length)).toEqual([2, 1])
  })

  it('within what is filled touch it up, after it', () => {
    const steps = stepsOf([dab(0.5, 0.5, 0.2), dab(0.5, 0.5, 0.05)], 1)
    expect(steps.map(({ strokes }) => strokes.length)).toEqual([1, 1])
  })

  it('that give back stand between what was painted before and after', () => {
    const steps = stepsOf([dab(0.5, 0.5), dab(0.5, 0.5, 0.05, 'remove'), dab(0.55, 0.5)], 1)
    expect(steps.map(({ kind }) => kind)).toEqual(['fill', 'give-back', 'fill'])
  })

  it('lie over the photo where they were painted on the sheet, and back', () => {
    const corners: Corners = [
      { x: 0.19, y: 0.14 },
      { x: 0.83, y: 0.2 },
      { x: 0.9, y: 0.87 },
      { x: 0.09, y: 0.8 },
    ]
    const photo = { widthPx: 4000, heightPx: 3000 }
    const painted = line(0.2, 0.3, 0.6, 0.7, 0.02)
    const back = strokeOn('sheet', strokeOn('photo', painted, corners, photo), corners, photo)
    expect(back.radius).toBeCloseTo(painted.radius, 6)
    back.points.forEach((point, at) => {
      expect(point.x).toBeCloseTo(painted.points[at]?.x ?? 0, 6)
      expect(point.y).toBeCloseTo(painted.points[at]?.y ?? 0, 6)
    })
  })
})
