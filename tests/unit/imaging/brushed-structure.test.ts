import { describe, expect, it } from 'vitest'
import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import { cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, paint, testJob } from './made-pictures.ts'

type Point = readonly [x: number, y: number]

const [WIDTH, HEIGHT] = [300, 420]

/** A stroke through some places, px. */
const stroke = (radiusPx: number, ...path: readonly Point[]): BrushStroke => ({
  mode: 'add',
  radius: radiusPx / HEIGHT,
  points: path.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
})

async function brushed(photo: Raster, strokes: readonly BrushStroke[]): Promise<Raster> {
  const { results, openSink } = keptResults()
  const settings = {
    corners: cornersText(wholePicture),
    evenLight: 0,
    freshColours: 0,
    brushed: strokesText(strokes),
  }
  await rescue(testJob(), rasterSource(photo), settings, openSink)
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

const grain = (x: number, y: number) => ((Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 17) - 8

/** A picture with a dark thing before it, and how much of it comes back: a share of the thing's pixels. */
async function broughtBack(
  lightAt: (x: number, y: number) => number,
  strokes: readonly BrushStroke[],
  isThing: (x: number, y: number) => boolean,
): Promise<number> {
  const lit = (x: number, y: number) => lightAt(x, y) + grain(x, y)
  const photo = paint(WIDTH, HEIGHT, (x, y) => {
    if (isThing(x, y)) return [20, 10, 30]
    return [lit(x, y), lit(x, y), lit(x, y)]
  })
  const { rgba } = await brushed(photo, strokes)
  let [right, all] = [0, 0]
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (!isThing(x, y)) continue
      all++
      if (Math.abs((rgba[(y * WIDTH + x) * 4] ?? 0) - lightAt(x, y)) < 30) right++
    }
  }
  return right / all
}

/** Somebody who stands before most of the picture. */
const isPerson = (x: number, y: number) =>
  Math.hypot(x - 150, y - 70) < 34 || (Math.abs(x - 150) < 52 && y > 95 && y < 390)
const person = [
  stroke(44, [150, 60], [150, 80]),
  stroke(36, [120, 120], [120, 370], [180, 370], [180, 120], [150, 250]),
]

describe('something large that is brushed away', () => {
  it('leaves sky, wall and ground each at its height', async () => {
    const bands = (_: number, y: number) => (y < 150 ? 220 : y < 270 ? 90 : 160)
    expect(await broughtBack(bands, person, isPerson)).toBeGreaterThan(0.93)
  })

  it('leaves the ground where a dark tree touches it', async () => {
    const tree = (x: number, y: number) =>
      Math.hypot((x - 235) / 34, (y - 170) / 80) < 1 ? 50 : y < 250 ? 210 : 150
    expect(await broughtBack(tree, person, isPerson)).toBeGreaterThan(0.9)
  })

  it('is crossed by a slanting edge', async () => {
    const slope = (x: number, y: number) => (y < 150 + 0.4 * x ? 200 : 80)
    const isBall = (x: number, y: number) => Math.hypot(x - 150, y - 210) < 50
    expect(await broughtBack(slope, [stroke(56, [150, 210])], isBall)).toBeGreaterThan(0.95)
  })

  it('is crossed by tiles', async () => {
    const tiles = (x: number, y: number) =>
      (Math.floor(x / 30) + Math.floor(y / 30)) % 2 ? 200 : 70
    const isBall = (x: number, y: number) => Math.hypot(x - 150, y - 210) < 50
    expect(await broughtBack(tiles, [stroke(56, [150, 210])], isBall)).toBeGreaterThan(0.8)
  })
})
