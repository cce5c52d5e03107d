import type { Box, PixelSource } from '../../../pixels/pixels.ts'

/** A box of a photo as a photo of its own. */
export const boxSource = (source: PixelSource, box: Box): PixelSource => ({
  widthPx: box.width,
  heightPx: box.height,
  read: (part) => source.read({ ...part, x: box.x + part.x, y: box.y + part.y }),
})
