import { keptBox } from '#core/imaging/kept-box.ts'
import type { Box } from '#core/pixels/pixels.ts'

/** So small a copy tells a place to two thousandths of a side. */
const COPY_PX = 512

/** The box about what is not clear in a picture's file, in fractions of its sides; null where all of it is clear. */
export async function keptIn(file: Blob): Promise<Box | null> {
  const size = { resizeWidth: COPY_PX, resizeHeight: COPY_PX }
  const picture = await createImageBitmap(file, size)
  try {
    const context = new OffscreenCanvas(COPY_PX, COPY_PX).getContext('2d')
    if (context === null) return null
    context.drawImage(picture, 0, 0)
    const { data: rgba } = context.getImageData(0, 0, COPY_PX, COPY_PX)
    return keptBox({ rgba, widthPx: COPY_PX, heightPx: COPY_PX })
  } finally {
    picture.close()
  }
}
