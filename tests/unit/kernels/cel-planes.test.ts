import { describe, expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { plainCelPlanes as plain } from '../../fixtures/plain-cel-planes.ts'

const noise = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) / 2 ** 24

describe.each([
  [41, 29],
  [1, 1],
  [1, 9],
  [6, 1],
])('planes of %i x %i pixels', (widthPx, heightPx) => {
  const size = { widthPx, heightPx }
  const count = widthPx * heightPx
  const values = (seed: number) => Float32Array.from({ length: count }, (_, at) => noise(at + seed))
  const plane = (seed: number) => ({ ...size, values: values(seed) })
  const colours = (seed: number) => ({
    ...size,
    lightness: values(seed),
    a: values(seed + 1000),
    b: values(seed + 2000),
  })
  const cells = {
    ...size,
    of: Uint32Array.from({ length: count }, (_, at) => ((at % widthPx) >> 3) + 7 * (at >> 8)),
    total: 60,
  }

  it.each([0, 0.7, 9])('are softened by %d px and stepped to the last bit', (sigmaPx) => {
    const step = { from: 0.4, to: 0.55 }
    expect(kernels.softSteps(plane(1), sigmaPx, step)).toEqual(
      plain.softSteps(plane(1), sigmaPx, step),
    )
  })

  it('are mixed to the last bit, and stay as they were', () => {
    const [own, other] = [colours(2), colours(3)]
    expect(kernels.mixColours(own, other, values(4))).toEqual(
      plain.mixColours(own, other, values(4)),
    )
    expect(own).toEqual(colours(2))
  })

  it.each([2, 6])('have their slopes in blocks of %i px to the last bit', (blockPx) => {
    for (const aside of [null, { plane: plane(6), most: 0.8 }]) {
      expect(kernels.blockSlopes(plane(5), blockPx, aside)).toEqual(
        plain.blockSlopes(plane(5), blockPx, aside),
      )
    }
  })

  it('are added up over cells, and painted in their means and fall-offs, to the last bit', () => {
    expect(kernels.sumOverCells(values(7), cells)).toEqual(plain.sumOverCells(values(7), cells))
    const wide = Int32Array.from({ length: cells.total }, (_, cell) => (cell < 2 ? 1 - cell : -1))
    const weights = Float64Array.from({ length: 12 }, (_, k) => noise(k) - 0.5)
    for (const [numbers, shade] of [
      [wide, 0.7],
      [wide.fill(-1), 0],
    ] as const) {
      expect(kernels.fillCells(values(8), cells, numbers, weights, shade)).toEqual(
        plain.fillCells(values(8), cells, numbers, weights, shade),
      )
    }
  })

  it('cut cells into tones to the last bit', () => {
    const given = [values(9), values(10), cells, 1.1, 0.04] as const
    expect(kernels.cutTones(...given)).toEqual(plain.cutTones(...given))
  })

  it('have ink where paint changes and where there are folds, to the last bit', () => {
    const lines = { papers: values(11), folds: values(12), bare: values(13) }
    const border = { reachPx: 1.3, spreadPx: 0.6, from: 0.1, to: 0.9 }
    expect(kernels.inkLines(colours(14), lines, border)).toEqual(
      plain.inkLines(colours(14), lines, border),
    )
  })

  it('tell what was lost to the last bit', () => {
    const levels = { widePx: 9, softPx: 0.3, darkest: -0.2, dark: -0.05, light: 0.1 }
    const given = [values(15), values(16), plane(17), levels] as const
    expect(kernels.lostDetails(...given)).toEqual(plain.lostDetails(...given))
  })
})

describe('the slopes of a surface', () => {
  it('are those of the plane that points about a place lie in', () => {
    const points = Float64Array.from({ length: 300 }, (_, k) => 200 * noise(k))
    const places = Float64Array.from({ length: 40 }, (_, k) => 200 * noise(k + 500))
    const slopes = kernels.pointSlopes(points, 25, places)
    plain.pointSlopes(points, 25, places).forEach((slope, k) => {
      expect(slopes[k]).toBeCloseTo(slope, 9)
    })
    const tilted = Array.from({ length: 121 }, (_, k) => {
      const [x, y] = [20 * (k % 11), 20 * Math.floor(k / 11)]
      return [x, y, 0.3 * x - 0.1 * y]
    }).flat()
    const middle = Float64Array.from([100, 100])
    const [across, down] = kernels.pointSlopes(Float64Array.from(tilted), 25, middle)
    expect(across).toBeCloseTo(0.3, 2)
    expect(down).toBeCloseTo(-0.1, 2)
  })
})
