import { describe, expect, it } from 'vitest'
import { meansWithin } from '#core/imaging/tools/anime/cells/means-within.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIZE = { widthPx: 40, heightPx: 40 }
const planeOf = (valueAt: (x: number) => number) =>
  Float32Array.from({ length: SIZE.widthPx * SIZE.heightPx }, (_, at) => valueAt(at % SIZE.widthPx))

describe('the means of a plane over what has weight', () => {
  const isSkin = (x: number) => (x < 20 ? 1 : 0)
  const means = meansWithin(
    kernels,
    SIZE,
    planeOf((x) => isSkin(x) * 0.6),
    planeOf(isSkin),
    2,
  )
  const row = (x: number) => means[20 * SIZE.widthPx + x]

  it('are what it has up to its edge, whatever lies beyond', () => {
    for (const x of [2, 10, 17, 19]) expect(row(x)).toBeCloseTo(0.6, 4)
  })

  it('are 0 where nothing about a place has weight', () => {
    expect(row(35)).toBe(0)
  })
})
