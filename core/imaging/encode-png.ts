import type { PackingKernels } from '../formats/image-rows.ts'
import { createPicturePng } from '../formats/png/writer.ts'
import type { JobContext } from '../jobs.ts'
import { planStrips } from '../pixels/strips.ts'

/** A picture as it is read for its file: RGBA, or a byte for each pixel of a matte. */
interface ReadPicture {
  readonly widthPx: number
  readonly heightPx: number
  readonly samples: 1 | 4
}

/**
 * A picture as a PNG, packed strip by strip.
 * @param read the pixels of some rows
 * @returns the file in pieces
 * @throws StampaError `cancelled`
 */
export async function encodePng(
  kernels: PackingKernels,
  size: ReadPicture,
  job: JobContext,
  read: (topPx: number, rows: number) => Uint8ClampedArray,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const writer = await createPicturePng(size, kernels, {
    write: (bytes) => void pieces.push(bytes),
  })
  for (const { topPx, heightPx } of planStrips(size.widthPx, size.heightPx, 0)) {
    await writer.writeRows(read(topPx, heightPx), heightPx)
    await job.checkpoint()
  }
  await writer.finish()
  return pieces
}
