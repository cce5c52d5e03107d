import sharp from 'sharp'
import { encodePng } from '#core/imaging/encode-png.ts'
import type { LargeResult } from '#core/imaging/large-result.ts'
import { type PictureFile, RESULT_JPEG_QUALITY } from '#core/imaging/tool-files.ts'
import type { JobContext } from '#core/jobs.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { concatenated } from '#core/pixels/concatenated.ts'
import { isOpaque, rasterRows } from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'

/**
 * A result as the studio keeps it: JPEG where it is opaque, PNG where it is not.
 * @param lossless PNG whatever it is
 */
export async function encodeResult(
  kernels: Kernels,
  picture: Raster,
  job: JobContext,
  lossless = false,
): Promise<PictureFile> {
  job.report({ stage: 'encode', done: 0, total: 1, unit: 'steps' })
  const isJpeg = !lossless && isOpaque(picture)
  const file = isJpeg ? await jpegOf(picture) : await pngOf(kernels, picture, job)
  job.report({ stage: 'encode', done: 1, total: 1, unit: 'steps' })
  await job.checkpoint()
  return file
}

async function jpegOf({ widthPx, heightPx, rgba }: Raster): Promise<PictureFile> {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const
  const file = await sharp(rgba, { raw })
    .removeAlpha()
    .jpeg({ quality: RESULT_JPEG_QUALITY, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return { widthPx, heightPx, mediaType: 'image/jpeg', bytes: new Uint8Array(file) }
}

async function pngOf(kernels: Kernels, picture: Raster, job: JobContext): Promise<PictureFile> {
  const { widthPx, heightPx } = picture
  const size = { widthPx, heightPx, samples: 4 } as const
  const pieces = await encodePng(
    kernels,
    size,
    job,
    (topPx, rows) => rasterRows(picture, topPx, rows).rgba,
  )
  return { widthPx, heightPx, mediaType: 'image/png', bytes: concatenated(pieces, Uint8Array) }
}

/** A matte as a grey PNG. */
export async function encodeMatte(
  kernels: Kernels,
  { widthPx, heightPx, values }: Plane,
  job: JobContext,
): Promise<PictureFile> {
  const size = { widthPx, heightPx, samples: 1 } as const
  const pieces = await encodePng(kernels, size, job, (topPx, rows) =>
    values.subarray(topPx * widthPx, (topPx + rows) * widthPx),
  )
  return { widthPx, heightPx, mediaType: 'image/png', bytes: concatenated(pieces, Uint8Array) }
}

/** The file of a result that was written as its strips came. */
export const encodeLarge = (large: LargeResult<Uint8Array>): PictureFile => {
  const { widthPx, heightPx } = large
  return {
    widthPx,
    heightPx,
    mediaType: 'image/jpeg',
    bytes: concatenated(large.finish(), Uint8Array),
  }
}
