import { describe, expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { plainCells } from '../../fixtures/plain-cells.ts'
import { okLabOf } from '../../fixtures/plain-paint.ts'
import { largestDifference, paint } from '../imaging/made-pictures.ts'

const grain = (x: number, y: number) => (Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 23

/** A hill of light and a stripe on it, with a grain. */
const pictureOf = (widthPx: number, heightPx: number) =>
  okLabOf(
    paint(widthPx, heightPx, (x, y) => {
      const light = 90 + 60 * Math.sin(x / 9) + grain(x, y)
      return (x + y) % 31 < 6 ? [220, light / 2, 60] : [light, light, 200 - grain(y, x)]
    }),
  )

const coarse = { scale: 1.4, minPx: 30 }
const fine = { scale: 0.2, minPx: 5 }

describe.each([
  [61, 47],
  [1, 1],
  [1, 19],
  [23, 1],
  [3, 4],
])('cells of %i x %i pixels', (w, h) => {
  const picture = pictureOf(w, h)
  const isFine = Float32Array.from({ length: w * h }, (_, at) => (at % w > w / 2 ? 1 : 0))
  const cells = kernels.cutRegions(picture, coarse, fine, isFine)

  it('have their edges made steps as by definition', () => {
    expect(kernels.sharpenEdges(picture)).toEqual(plainCells.sharpenEdges(picture))
  })

  it('are painted softly as by definition, each kind by itself, and not at all where nothing is soft', () => {
    const reaches = Uint8Array.from({ length: w * h }, (_, at) => (at % w < w / 3 ? 0 : at % 90))
    const kinds = Uint32Array.from({ length: w * h }, (_, at) => Math.floor(at / w / 7) % 2)
    for (const kindAt of [[], [kinds]]) {
      const [soft, plain] = [kernels, plainCells].map((own) =>
        own.softenPaint(picture, reaches, ...kindAt),
      )
      for (const plane of ['lightness', 'a', 'b'] as const) {
        expect(largestDifference(soft?.[plane] ?? [], plain?.[plane] ?? [])).toBeLessThan(1e-5)
      }
    }
    expect(kernels.softenPaint(picture, new Uint8Array(w * h))).toEqual(picture)
  })

  it('are cut as by definition', () => {
    expect(cells).toEqual(plainCells.cutRegions(picture, coarse, fine, isFine))
  })

  it('hang together as by definition', () => {
    const mixed = { ...cells, of: cells.of.map((cell) => cell % 3) }
    expect(kernels.connectCells(mixed)).toEqual(plainCells.connectCells(mixed))
  })

  it('meet as by definition, in the whole picture and within its parts', () => {
    const within = Uint32Array.from(cells.of, (_, at) => Math.floor((at % w) / 9) % 3)
    expect(kernels.meetCells(cells)).toEqual(plainCells.meetCells(cells))
    expect(kernels.meetCells(cells, picture)).toEqual(plainCells.meetCells(cells, picture))
    expect(kernels.meetCells(cells, picture, within)).toEqual(
      plainCells.meetCells(cells, picture, within),
    )
  })

  it('are rounded as by definition', () => {
    expect(kernels.roundCells(picture, cells)).toEqual(plainCells.roundCells(picture, cells))
  })

  it.each([2, 4])('get smooth borders as by definition, within %i pixels', (reachPx) => {
    expect(kernels.smoothBorders(picture, cells, reachPx)).toEqual(
      plainCells.smoothBorders(picture, cells, reachPx),
    )
  })
})

describe('a smooth border', () => {
  const [w, h] = [40, 40]
  const smoothed = (cellAt: (x: number, y: number) => number, lights: readonly number[]) => {
    const at = (i: number) => cellAt(i % w, Math.floor(i / w))
    const of = Uint32Array.from({ length: w * h }, (_, i) => at(i))
    const lightness = Float32Array.from(of, (cell) => lights[cell] ?? 0)
    const [a, b] = [new Float32Array(w * h), new Float32Array(w * h)]
    const picture = { widthPx: w, heightPx: h, lightness, a, b }
    return kernels.smoothBorders(picture, { widthPx: w, heightPx: h, of, total: lights.length }, 4)
      .cells.of
  }

  it('has no teeth', () => {
    const of = smoothed((x, y) => (x < 18 + (y % 4 < 2 ? 2 : 0) ? 0 : 1), [0.2, 0.8])
    const ends = Array.from({ length: 30 }, (_, y) => of.indexOf(1, (y + 5) * w) % w)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(1)
  })

  it('has no rim of a third colour, but keeps a line that is darker than both sides', () => {
    const stripe = (x: number) => (x < 18 ? 0 : x < 21 ? 1 : 2)

    expect(smoothed(stripe, [0.2, 0.5, 0.8])).not.toContain(1)
    expect(smoothed(stripe, [0.7, 0.1, 0.8]).filter((cell) => cell === 1)).toHaveLength(3 * h)
  })
})
