import { type ErrorCode, StampaError } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { loadKernels } from '../kernels.ts'
import { nextTask } from '../next-task.ts'
import { bandsOf, decodeBands } from './decode-bands.ts'
import { PlanarPhoto } from './planar-photo.ts'
import { shrinkTo } from './shrink-photo.ts'

/** A part of a picture, in its own pixels. */
export interface Cut {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** At most this share of its size a picture has a value of colour for each two pixels or more. */
const PLANAR_UP_TO = 0.7

export interface DecodeOptions extends ImageBitmapOptions {
  /** Only this part of the picture. */
  readonly cut?: Cut
  /** Pixels of the whole picture, where that is known. */
  readonly wholePx?: number
  /** What is said of a file that the browser does not decode. */
  readonly refusal?: ErrorCode
}

/**
 * What the browser makes of a picture's file: of one of ours that is larger than the working size
 * band by band, of a larger JPEG that is made smaller from its planes, of all others whole.
 * @throws StampaError `photo-damaged`, or the given refusal
 */
export async function decodePicture(
  file: Blob,
  { cut, wholePx = 0, refusal = 'photo-damaged', ...options }: DecodeOptions = {},
): Promise<ImageBitmap> {
  try {
    const banded = await bandsOf(file)
    if (banded !== null) {
      const { resizeWidth: widthPx, resizeHeight: heightPx } = options
      return await decodeBands(file, banded, { cut, widthPx, heightPx })
    }
    if (cut !== undefined) {
      return await createImageBitmap(file, cut.x, cut.y, cut.width, cut.height, options)
    }
    const made = await madeOfPlanes(file, wholePx, options)
    return made ?? (await createImageBitmap(file, options))
  } catch (cause) {
    throw cause instanceof StampaError ? cause : new StampaError(refusal, { cause })
  }
}

/**
 * A JPEG beyond the working size, made smaller from the planes that it holds: for one of 48 MP the
 * browser would hold 570 MB for a moment, twice its pixels and the result.
 * @returns null where it is not so large, hardly made smaller, or not decoded to planes here
 */
async function madeOfPlanes(
  file: Blob,
  wholePx: number,
  { resizeWidth: widthPx, resizeHeight: heightPx }: ImageBitmapOptions,
): Promise<ImageBitmap | null> {
  if (widthPx === undefined || heightPx === undefined || wholePx <= limits.workingPxMax) return null
  if (widthPx * heightPx > wholePx * PLANAR_UP_TO ** 2) return null
  // Without the kernels the browser can still do it.
  const kernels = await loadKernels().catch(() => null)
  if (kernels === null) return null
  const planes = await PlanarPhoto.decode(file, file.type)
  if (planes === null) return null
  const cut = { x: 0, y: 0, width: planes.widthPx, height: planes.heightPx }
  return await shrinkTo(kernels, planes, { cut, widthPx, heightPx }, nextTask)
}
