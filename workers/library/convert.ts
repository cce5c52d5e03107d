import { StampaError } from '#core/errors.ts'
import type { ConvertibleHeader } from '#core/formats/convertible.ts'
import { limits } from '#core/limits.ts'
import { decodePicture } from '../pixels/decode-picture.ts'
import { encoded, paint } from './decode.ts'

/**
 * A picture that only the browser can read, its first frame, upright and in sRGB, as one of the
 * kinds that are stored: PNG where it may be transparent, JPEG otherwise.
 * @throws StampaError `photo-too-large`; `photo-heic` or `upload-format` where this browser does
 *   not decode it
 */
export async function converted(
  bytes: Uint8Array<ArrayBuffer>,
  header: ConvertibleHeader,
): Promise<Uint8Array<ArrayBuffer>> {
  admitSize(header)
  const bitmap = await decodePicture(new Blob([bytes], { type: `image/${header.format}` }), {
    refusal: header.format === 'heic' ? 'photo-heic' : 'upload-format',
  })
  try {
    const scale = Math.min(1, Math.sqrt(limits.workingPxMax / (bitmap.width * bitmap.height)))
    const widthPx = Math.max(1, Math.floor(bitmap.width * scale))
    const heightPx = Math.max(1, Math.floor(bitmap.height * scale))
    const { canvas } = paint(widthPx, heightPx, (context) =>
      context.drawImage(bitmap, 0, 0, widthPx, heightPx),
    )
    bitmap.close()
    const file = await encoded(canvas, header.hasAlpha ? 'image/png' : 'image/jpeg')
    return new Uint8Array(await file.arrayBuffer())
  } finally {
    bitmap.close()
  }
}

/** These are decoded whole before they are made smaller, so less of them is admitted. */
function admitSize({ widthPx, heightPx }: ConvertibleHeader): void {
  if (widthPx * heightPx <= limits.convertPxMax) return
  throw new StampaError('photo-too-large', {
    params: { maxMegapixels: limits.convertPxMax / 1_000_000 },
    cause: `${widthPx} x ${heightPx}`,
  })
}
