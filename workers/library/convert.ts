import type { ConvertibleHeader } from '#core/formats/convertible.ts'
import { admitConvertible, workingSize } from '#core/intake/inspect.ts'
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
  admitConvertible(header)
  const bitmap = await decodePicture(new Blob([bytes], { type: `image/${header.format}` }), {
    refusal: header.format === 'heic' ? 'photo-heic' : 'upload-format',
  })
  try {
    const { width, height } = bitmap
    const { widthPx, heightPx } = workingSize({ widthPx: width, heightPx: height })
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
