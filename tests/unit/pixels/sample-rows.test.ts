import { describe, expect, it } from 'vitest'
import { createFloatPlane, createPlane } from '#core/pixels/pixels.ts'
import { PointSampler, RowSampler } from '#core/pixels/sample-rows.ts'

const small = createFloatPlane(7, 5)
for (let at = 0; at < small.values.length; at++) small.values[at] = ((at * 29) % 17) / 16

describe('a small plane read as if it were as large as its picture', () => {
  it.each([
    [61, 43],
    [7, 5],
    [3, 2],
    [1, 1],
  ])('has the same values by points as by rows, at %i x %i', (widthPx, heightPx) => {
    const points = new PointSampler(small, widthPx, heightPx)
    const rows = new RowSampler(small, widthPx, heightPx).rows(0, heightPx)
    rows.values.forEach((value, at) => {
      expect(points.at(at % widthPx, Math.floor(at / widthPx))).toBeCloseTo(value, 5)
    })
  })

  it('has the same values by a row of points as by each', () => {
    const points = new PointSampler(small, 61, 43)
    const columns = Int32Array.of(0, 3, 30, 60)
    const row = new Float32Array(columns.length)
    for (const y of [0, 20, 42]) {
      points.row(columns, y, row)
      expect([...row]).toEqual([...columns].map((x) => Math.fround(points.at(x, y))))
    }
  })

  it('has nothing of the rows that were read before, where it is 0', () => {
    const mask = createFloatPlane(7, 6)
    for (const at of [2, 3, 4, 9, 11, 30]) mask.values[at] = 0.75
    const [widthPx, heightPx] = [61, 43]
    const points = new PointSampler(mask, widthPx, heightPx)
    const reader = new RowSampler(mask, widthPx, heightPx)
    for (const topPx of [0, 12, 20, 30, 33]) {
      reader.rows(topPx, 10).values.forEach((value, at) => {
        const y = topPx + Math.floor(at / widthPx)
        expect(value).toBeCloseTo(points.at(at % widthPx, y), 6)
      })
    }
  })

  it('is itself at its own size', () => {
    const points = new PointSampler(small, 7, 5)
    expect(points.at(3, 2)).toBe(small.values[2 * 7 + 3])
  })

  it('runs evenly between the middles of two pixels, and stays level beyond them', () => {
    const pair = createPlane(2, 1)
    pair.values.set([0, 200])
    const points = new PointSampler(pair, 8, 4)
    const row = [0, 1, 2, 3, 4, 5, 6, 7].map((x) => points.at(x, 3))
    expect(row).toEqual([0, 0, 25, 75, 125, 175, 200, 200])
  })
})
