import { type ErrorCode, StampaError } from '#core/errors.ts'
import { bandsOf, decodeBands } from './decode-bands.ts'

/** A part of a picture, in its own pixels. */
export interface Cut {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DecodeOptions extends ImageBitmapOptions {
  /** Only this part of the picture. */
  readonly cut?: Cut
  /** What is said of a file that the browser does not decode. */
  readonly refusal?: ErrorCode
}

/**
 * What the browser makes of a picture's file: of one of ours that is larger than the working size
 * band by band, of all others whole.
 * @throws StampaError `photo-damaged`, or the given refusal
 */
export async function decodePicture(
  file: Blob,
  { cut, refusal = 'photo-damaged', ...options }: DecodeOptions = {},
): Promise<ImageBitmap> {
  try {
    const banded = await bandsOf(file)
    if (banded !== null) {
      const { resizeWidth: widthPx, resizeHeight: heightPx } = options
      return await decodeBands(file, banded, { cut, widthPx, heightPx })
    }
    if (cut === undefined) return await createImageBitmap(file, options)
    return await createImageBitmap(file, cut.x, cut.y, cut.width, cut.height, options)
  } catch (cause) {
    throw cause instanceof StampaError ? cause : new StampaError(refusal, { cause })
  }
}
