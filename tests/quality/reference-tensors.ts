import type { Tensor } from '#core/imaging/tool.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** What a network of others takes: the order of its channels, and its values of 0..255. */
interface Colours {
  readonly order: 'rgb' | 'bgr'
  readonly toInput: (value: number, channel: number) => number
}

/** A picture in the upper left of a tensor of the asked size; beside it is black. */
export function tensorOf(
  { widthPx, heightPx, rgba }: Raster,
  colours: Colours,
  size = { widthPx, heightPx },
): Tensor {
  const area = size.widthPx * size.heightPx
  const values = new Float32Array(area * 3)
  for (let channel = 0; channel < 3; channel++) {
    const from = colours.order === 'rgb' ? channel : 2 - channel
    values.fill(colours.toInput(0, channel), channel * area, (channel + 1) * area)
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const value = rgba[(y * widthPx + x) * 4 + from] ?? 0
        values[channel * area + y * size.widthPx + x] = colours.toInput(value, channel)
      }
    }
  }
  return { shape: [1, 3, size.heightPx, size.widthPx], values }
}
