import { describe, expect, it } from 'vitest'
import { sampledCopy } from '#core/imaging/sampled-copy.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import { type PixelSource, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { landscape, largestDifference, paint, testJob } from './made-pictures.ts'

const SIDE_PX = 256

const copyOf = (picture: Raster, sidePx = SIDE_PX) =>
  sampledCopy(testJob(), rasterSource(picture), sidePx)

const pixelOf = ({ widthPx, rgba }: Raster, x: number, y: number) => [
  ...rgba.subarray((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4),
]

/** A source that knows how many rows were read of it, and which. */
function countingSource(picture: Raster) {
  const within = rasterSource(picture)
  const seen = new Set<number>()
  let rows = 0
  const source: PixelSource = {
    ...within,
    read: (box) => {
      rows += box.height
      for (let y = box.y; y < box.y + box.height; y++) seen.add(y)
      return within.read(box)
    },
  }
  return { source, rows: () => rows, seen }
}

describe('a copy for looking at colours', () => {
  it.each([
    [4000, 3000],
    [1000, 700],
    [300, 256],
    [3, 5],
    [1, 1],
  ])('is a square of one colour where a photo of %i x %i is', async (widthPx, heightPx) => {
    const copy = await copyOf(paint(widthPx, heightPx, () => [200, 120, 40]))
    expect(copy).toMatchObject({ widthPx: SIDE_PX, heightPx: SIDE_PX })
    const flat = paint(SIDE_PX, SIDE_PX, () => [200, 120, 40])
    expect(largestDifference(copy.rgba, flat.rgba)).toBe(0)
  })

  it.each([
    [1200, 900],
    [40, 30],
  ])('keeps the places of a photo of %i x %i', async (widthPx, heightPx) => {
    const copy = await copyOf(
      paint(widthPx, heightPx, (x, y) => [
        x < widthPx / 2 ? 0 : 250,
        y < heightPx / 2 ? 0 : 250,
        9,
      ]),
    )
    const [left, right] = [SIDE_PX / 2 - 1, SIDE_PX / 2]
    expect(pixelOf(copy, left, left)).toEqual([0, 0, 9, 255])
    expect(pixelOf(copy, right, left)).toEqual([250, 0, 9, 255])
    expect(pixelOf(copy, left, right)).toEqual([0, 250, 9, 255])
    expect(pixelOf(copy, right, right)).toEqual([250, 250, 9, 255])
  })

  it('reads a bounded number of rows of a tall photo, from all over it', async () => {
    const { source, rows, seen } = countingSource(paint(20, 4000, () => [1, 2, 3]))
    await sampledCopy(testJob(), source, SIDE_PX)
    expect(rows()).toBe(SIDE_PX)
    const inOrder = [...seen].toSorted((a, b) => a - b)
    expect(inOrder[0]).toBeLessThan(16)
    expect(inOrder.at(-1)).toBeGreaterThanOrEqual(3984)
    const gaps = inOrder.slice(1).map((y, at) => y - (inOrder[at] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(16)
  })

  it.each([5, 255, 256, 400, 512])('reads every row of a photo of %i rows', async (heightPx) => {
    const { source, seen } = countingSource(paint(3, heightPx, () => [1, 2, 3]))
    await sampledCopy(testJob(), source, SIDE_PX)
    expect(seen.size).toBe(heightPx)
  })

  it('is near the exact mean', async () => {
    const picture = landscape(1500, 1500)
    const exact = await scaledCopy(testJob(), rasterSource(picture), 64)
    const copy = await copyOf(picture, 64)
    const sum = exact.rgba.reduce(
      (all, value, at) => all + Math.abs(value - (copy.rgba[at] ?? 0)),
      0,
    )
    expect(sum / exact.rgba.length).toBeLessThan(1)
  })

  it('enlarges a tiny photo by repeating its pixels', async () => {
    const copy = await copyOf(
      paint(3, 5, (x, y) => [x * 100, y * 50, 0]),
      15,
    )
    expect(pixelOf(copy, 0, 0)).toEqual([0, 0, 0, 255])
    expect(pixelOf(copy, 7, 7)).toEqual([100, 100, 0, 255])
    expect(pixelOf(copy, 14, 14)).toEqual([200, 200, 0, 255])
  })

  it('does not see what lies under clear pixels', async () => {
    const copy = await copyOf(
      paint(600, 600, (x) => (x % 2 === 0 ? [10, 20, 30] : [255, 255, 255, 0])),
      100,
    )
    expect(pixelOf(copy, 50, 50)).toEqual([10, 20, 30, 128])
  })

  it('lets a cancel in while it reads', async () => {
    const { source, rows } = countingSource(paint(20, 4000, () => [1, 2, 3]))
    await expect(sampledCopy(testJob(2), source, SIDE_PX)).rejects.toThrow('cancelled')
    expect(rows()).toBeLessThan(SIDE_PX)
  })
})
