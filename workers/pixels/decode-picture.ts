import { type ErrorCode, StampaError } from '#core/errors.ts'

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
 * What the browser makes of a picture's file.
 * @throws StampaError `photo-damaged`, or the given refusal
 */
export async function decodePicture(
  file: Blob,
  { cut, refusal = 'photo-damaged', ...options }: DecodeOptions = {},
): Promise<ImageBitmap> {
  try {
    if (cut === undefined) return await createImageBitmap(file, options)
    return await createImageBitmap(file, cut.x, cut.y, cut.width, cut.height, options)
  } catch (cause) {
    throw new StampaError(refusal, { cause })
  }
}
