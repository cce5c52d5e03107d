import { describe, expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { plainCellMeasures as plain } from '../../fixtures/plain-cell-measures.ts'

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) / 2 ** 24

describe.each([
  [61, 37],
  [1, 1],
  [1, 23],
  [19, 1],
])('what is told of cells of %i x %i pixels', (widthPx, heightPx) => {
  const count = widthPx * heightPx
  const plane = (seed: number) =>
    Float32Array.from({ length: count }, (_, at) => noise(at + seed) * (at % 7 < 3 ? 1 : 0.3))
  const picture = { widthPx, heightPx, lightness: plane(1), a: plane(2000), b: plane(3000) }
  const isCut = (at: number) => noise(at) > 0.86
  const cut = {
    widthPx,
    heightPx,
    of: Uint32Array.from({ length: count }, (_, at) => ((at % widthPx) >> 4) + (isCut(at) ? 9 : 0)),
    total: 20,
  }
  const cells = kernels.connectCells(cut)

  it('has their sizes and means to the last bit, and nothing of those without a pixel', () => {
    expect(kernels.cellMeans(picture, cut)).toEqual(plain.cellMeans(picture, cut))
    expect(kernels.cellMeans(picture, cells)).toEqual(plain.cellMeans(picture, cells))
  })

  it('lets the small ones go to their neighbours, within parts as well', () => {
    const within = Uint32Array.from({ length: count }, (_, at) => ((at % widthPx) >> 3) % 3)
    for (const px of [0, 2, 3.5, 40, count + 1]) {
      const least = Float64Array.from({ length: cells.total }, (_, cell) =>
        cell % 5 === 0 ? 0 : px,
      )
      expect(kernels.dropSpecks(cells, least)).toEqual(plain.dropSpecks(cells, least))
      expect(kernels.dropSpecks(cells, least, within)).toEqual(
        plain.dropSpecks(cells, least, within),
      )
    }
  })

  it.each([1, 3])('finds few colours by every %i pixels, to the last bit', (every) => {
    const places = Uint32Array.from({ length: count }, (_, at) => at).filter((at) => at % 3 !== 1)
    const looked = places.filter((_, k) => k % every === 0)
    for (const apart of [0.05, 0.3, 2]) {
      const asked = { most: 6, rounds: 4, noise: 0.03, apart }
      expect(kernels.fewColours(picture, places, looked, asked)).toEqual(
        plain.fewColours(picture, places, looked, asked),
      )
    }
  })
})
