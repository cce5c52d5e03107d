import { expect, it } from 'vitest'
import { kernels } from '../../fixtures/kernels.ts'
import { plainMixedLayers as plain } from '../../fixtures/plain-mixed-layers.ts'
import { randomOf } from '../../fixtures/random-of.ts'

it.each([
  [23, 17],
  [1, 1],
  [1, 9],
  [12, 1],
])(
  'layers of %i x %i pixels are brought nearer to what a matte mixes, to the last bit',
  (widthPx, heightPx) => {
    const count = widthPx * heightPx
    const random = randomOf(5)
    // Larger than the picture, of which they begin with the pixels.
    const layers = Array.from({ length: 6 }, () => Float32Array.from({ length: count + 5 }, random))
    const matte = Float32Array.from({ length: count }, () =>
      Math.min(1, Math.max(0, 2 * random() - 0.5)),
    )
    const image = Uint8ClampedArray.from({ length: 4 * count }, () => 256 * random())
    const runs = Int32Array.from(
      Array.from({ length: heightPx }, (_, y) =>
        y % 3 === 1 ? [] : [y, y % 2 ? widthPx >> 1 : 0, widthPx],
      ).flat(),
    )
    const expected = layers.map((plane) => plane.slice())
    plain.sweepLayers(expected, { widthPx, heightPx, image, matte }, runs, 3)
    kernels.sweepLayers(layers, { widthPx, heightPx, image, matte }, runs, 3)
    expect(layers).toEqual(expected)
  },
)
