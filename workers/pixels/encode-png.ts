import type { PackingKernels } from '#core/formats/image-rows.ts'
import { createPicturePng } from '#core/formats/png/writer.ts'
import { planStrips } from '#core/pixels/strips.ts'
import type { Job } from '../job-registry.ts'

/** A picture as it is read for its file: RGBA, or a byte for each pixel of a matte. */
interface ReadPicture {
  readonly widthPx: number
  readonly heightPx: number
  readonly samples: 1 | 4
}

/**
 * A picture as a PNG, packed strip by strip.
 * @param read the pixels of some rows
 * @throws StampaError `cancelled`, `device-too-weak`
 */
export async function encodePng(
  kernels: PackingKernels,
  size: ReadPicture,
  job: Job,
  read: (topPx: number, rows: number) => Uint8ClampedArray,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const writer = await createPicturePng(size, kernels, {
    write: (bytes) => void pieces.push(bytes),
  })
  for (const { topPx, heightPx } of planStrips(size.widthPx, size.heightPx, 0)) {
    await writer.writeRows(read(topPx, heightPx), heightPx)
    await job.checkpoint()
  }
  await writer.finish()
  return new Blob(pieces, { type: 'image/png' })
}
