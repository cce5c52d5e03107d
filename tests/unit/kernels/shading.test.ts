import { describe, expect, it } from 'vitest'
import type { ShadingKernels } from '#core/kernels/shading.ts'
import { planeRows, rasterRows } from '#core/pixels/pixels.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { partFor } from '#core/pixels/sample-rows.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainShading } from '../../fixtures/plain-shading.ts'
import { picture, plane } from '../../fixtures/uneven-pictures.ts'

/** A mask whose upper rows hold nothing. */
function mask(widthPx: number, heightPx: number): FloatPlane {
  const made = plane(widthPx, heightPx, -0.5, 1.4)
  return {
    ...made,
    values: made.values.map((value, i) => (i < 2 * widthPx ? 0 : Math.min(1, Math.max(0, value)))),
  }
}

const share = mask(9, 7)
const bare = mask(10, 7)
const near = mask(5, 4)
const range = { black: 0.03, span: 0.8, more: 0.5, opened: 0.4, firmer: 0.1 }

/** Each work on some rows of a luma `h` high, which is left as it is. */
const works = (by: ShadingKernels, luma: FloatPlane, h: number, top: number, rows: number) => {
  const place = { topPx: top, wholeHeightPx: h }
  const of = (known: FloatPlane) => partFor(known, h, top, rows)
  const made = (work: (own: FloatPlane) => void) => {
    const own = planeRows(luma, top, rows)
    const result = { ...own, values: own.values.slice() }
    work(result)
    return result.values
  }
  const other = planeRows(plane(luma.widthPx, h, 0.01, 0.95), top, rows)
  const colours = rasterRows(picture(luma.widthPx, h), top, rows)
  return {
    'reds darkened': made((own) => by.darkenReds(own, colours, place, of(bare), false)),
    'reds that glow lifted': made((own) => by.darkenReds(own, colours, place, null, true)),
    'skin flattened': made((own) => by.flattenSkin(own, other, place, of(bare))),
    'what is pale parted': made((own) => by.partPale(own, place, of(bare), of(near))),
    'all that is pale parted': made((own) => by.partPale(own, place, null, null)),
    shades: made((own) =>
      by.shadeRows(own, other, place, range, { share: of(share), bare: of(bare) }),
    ),
    'shades of nobody': made((own) =>
      by.shadeRows(own, other, place, { ...range, opened: 0, firmer: 0, more: 0 }, null),
    ),
  }
}

describe.each([
  [64, 48],
  [37, 5],
  [5, 41],
  [1, 1],
  [23, 1],
  [8, 6],
])('light that is shaded, %i x %i', (w, h) => {
  const luma = plane(w, h, 0, 1)

  it('is to the bit what its definition says', () => {
    expect(works(kernels, luma, h, 0, h)).toEqual(works(plainShading, luma, h, 0, h))
  })

  it('is the same in a strip as in the whole', () => {
    const [top, rows] = [Math.floor(h / 3), Math.ceil(h / 2)]
    const whole = Object.entries(works(kernels, luma, h, 0, h))
    const part = (values: Float32Array) => values.subarray(top * w, (top + rows) * w)
    expect(works(kernels, luma, h, top, rows)).toEqual(
      Object.fromEntries(whole.map(([name, values]) => [name, part(values)])),
    )
  })
})
