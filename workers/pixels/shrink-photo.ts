import type { Kernels } from '#core/kernels/kernels.ts'
import type { Box } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { openContext, shrink } from './canvases.ts'
import { PlanarPhoto } from './planar-photo.ts'

/** Pixels of a photo that are made smaller at a time. */
const STRIP_PX = 1 << 19

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** Rows of the result, and those of the photo that they cover. */
interface Strip {
  readonly topPx: number
  readonly heightPx: number
  readonly fromPx: number
  readonly untilPx: number
}

/** Makes strips of a photo, from its top to its foot. */
interface StripMaker {
  readonly colorSpace: PredefinedColorSpace
  make(size: Size, strip: Strip): Promise<Raster>
  close(): void
}

/** The part of a photo that is wanted, in its own pixels, and the size that it is made. */
export interface ShrunkPart extends Size {
  readonly cut: Box
}

/**
 * A part of a photo made smaller by our own kernels, strip by strip; what it was made of is closed.
 * @param source the part in pixels, or the whole photo in planes
 * @param checkpoint waited for before each strip; what it throws ends the work
 */
export async function shrinkTo(
  kernels: Kernels,
  source: ImageBitmap | PlanarPhoto,
  { cut, ...size }: ShrunkPart,
  checkpoint: () => Promise<void>,
): Promise<ImageBitmap> {
  const maker =
    source instanceof PlanarPhoto
      ? planarStrips(kernels, source, cut)
      : bitmapStrips(kernels, source)
  const ratio = cut.height / size.heightPx
  const stripRows = Math.max(1, Math.floor(STRIP_PX / cut.width / ratio))
  const target = new OffscreenCanvas(size.widthPx, size.heightPx)
  try {
    const writer = openContext(target, { willReadFrequently: true })
    for (let topPx = 0; topPx < size.heightPx; topPx += stripRows) {
      await checkpoint()
      const heightPx = Math.min(stripRows, size.heightPx - topPx)
      const fromPx = Math.floor(topPx * ratio)
      const untilPx = Math.min(cut.height, Math.ceil((topPx + heightPx) * ratio))
      const { rgba } = await maker.make(size, { topPx, heightPx, fromPx, untilPx })
      // The canvas is of sRGB, and takes other spaces over into it.
      const { colorSpace } = maker
      writer.putImageData(new ImageData(rgba, size.widthPx, heightPx, { colorSpace }), 0, topPx)
    }
    return target.transferToImageBitmap()
  } finally {
    source.close()
    maker.close()
    shrink(target)
  }
}

const planarStrips = (kernels: Kernels, photo: PlanarPhoto, cut: Box): StripMaker => ({
  colorSpace: photo.colorSpace,
  make: async (size, strip) =>
    kernels.resizePlanarRows(await photo.read(cut, strip.fromPx, strip.untilPx), size, strip),
  close: () => undefined,
})

function bitmapStrips(kernels: Kernels, source: ImageBitmap): StripMaker {
  const canvas = new OffscreenCanvas(source.width, 1)
  return {
    colorSpace: 'srgb',
    async make(size, { topPx, heightPx, fromPx, untilPx }) {
      const rows = untilPx - fromPx
      if (canvas.height < rows) canvas.height = rows
      const reader = openContext(canvas, { willReadFrequently: true })
      // Nothing of the strip before shows through where the photo is clear.
      reader.globalCompositeOperation = 'copy'
      reader.drawImage(source, 0, fromPx, source.width, rows, 0, 0, source.width, rows)
      const { data } = reader.getImageData(0, 0, source.width, rows)
      const part = {
        rows: { widthPx: source.width, heightPx: rows, rgba: data },
        topPx: fromPx,
        wholeHeightPx: source.height,
      }
      return kernels.resizeAreaRows(part, size, { topPx, heightPx })
    },
    close: () => shrink(canvas),
  }
}
