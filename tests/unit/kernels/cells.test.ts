import { describe, expect, it } from 'vitest'
import { okLabOf } from '#core/imaging/tools/anime/study.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainCells } from '../../fixtures/plain-cells.ts'
import { paint } from '../imaging/made-pictures.ts'

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

  it('are cut as by definition', () => {
    expect(cells).toEqual(plainCells.cutRegions(picture, coarse, fine, isFine))
  })

  it('are rounded as by definition', () => {
    expect(kernels.roundCells(picture, cells)).toEqual(plainCells.roundCells(picture, cells))
  })
})
