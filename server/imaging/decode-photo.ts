import sharp, { type Sharp } from 'sharp'
import { StampaError } from '#core/errors.ts'
import { type ConvertibleHeader, readConvertibleHeader } from '#core/formats/convertible.ts'
import type { Orientation } from '#core/formats/exif.ts'
import { checkScans } from '#core/formats/jpeg/scan.ts'
import { sniffFormat } from '#core/formats/sniff.ts'
import {
  admitBytes,
  admitConvertible,
  essentialParts,
  inspectPhoto,
  planIntake,
  workingSize,
} from '#core/intake/inspect.ts'
import type { JobContext } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import type { Raster } from '#core/pixels/raster.ts'

// Only what photos are: libvips reads dozens of formats, each with code that hostile files reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})
// The threads are ours; a file is read once.
sharp.concurrency(1)
sharp.cache(false)

/**
 * A photo as the studio takes it in: checked by its bytes before anything decodes it, upright, in
 * sRGB, at most `limits.workingPxMax` where nothing else is said.
 * @param size `own` for a photo that was made here: a result may be larger
 * @throws StampaError `upload-format`, `photo-heic`, `photo-damaged`, `photo-too-large`,
 *   `photo-too-long`, `photo-too-many-bytes`, `cancelled`
 */
export async function decodePhoto(
  bytes: Uint8Array<ArrayBuffer>,
  job: JobContext,
  size: 'working' | 'own' = 'working',
): Promise<Raster> {
  const say = (done: number) => job.report({ stage: 'decode', done, total: 1, unit: 'steps' })
  admitBytes(bytes.length)
  say(0)
  const convertible = sniffFormat(bytes) === null ? readConvertibleHeader(bytes) : null
  const raster =
    convertible === null
      ? await decodeStored(bytes, job, size)
      : await decodeConvertible(bytes, convertible)
  say(1)
  await job.checkpoint()
  return raster
}

async function decodeStored(
  bytes: Uint8Array<ArrayBuffer>,
  job: JobContext,
  size: 'working' | 'own',
): Promise<Raster> {
  const header = inspectPhoto(bytes)
  if (header.format === 'jpeg') {
    for (const _ of checkScans(bytes)) await job.checkpoint()
  }
  const { decodeWidthPx, decodeHeightPx } = planIntake(header)
  const picture = opened(Buffer.concat(essentialParts(bytes, header)))
  const isLarger = decodeWidthPx !== header.widthPx || decodeHeightPx !== header.heightPx
  if (isLarger && size === 'working') picture.resize(decodeWidthPx, decodeHeightPx, { fit: 'fill' })
  return await pixelsOf(upright(picture, header.orientation))
}

async function decodeConvertible(
  bytes: Uint8Array<ArrayBuffer>,
  header: ConvertibleHeader,
): Promise<Raster> {
  admitConvertible(header)
  const picture = opened(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).autoOrient()
  const { widthPx, heightPx } = workingSize(header)
  // Within its sides, for a turned picture has them swapped.
  const side = Math.max(widthPx, heightPx)
  if (widthPx !== header.widthPx || heightPx !== header.heightPx)
    picture.resize(side, side, { fit: 'inside' })
  return await pixelsOf(picture, header.format === 'heic' ? 'photo-heic' : 'upload-format')
}

const opened = (file: Buffer): Sharp =>
  sharp(file, { limitInputPixels: limits.intakePxMax, failOn: 'error', sequentialRead: true })

/** Turned as `uprightTransform` of core does: mirrored first, then clockwise. */
function upright(picture: Sharp, orientation: Orientation): Sharp {
  if (orientation === 2 || orientation === 7) picture.flop()
  if (orientation === 4 || orientation === 5) picture.flip()
  const quarters = { 1: 0, 2: 0, 3: 2, 4: 0, 5: 1, 6: 1, 7: 1, 8: 3 }[orientation]
  return quarters === 0 ? picture : picture.rotate(quarters * 90)
}

async function pixelsOf(
  picture: Sharp,
  refusal: 'photo-damaged' | 'photo-heic' | 'upload-format' = 'photo-damaged',
): Promise<Raster> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new StampaError(refusal, { cause })
    })
  if (info.channels !== 4) throw new StampaError(refusal, { cause: `${info.channels} channels` })
  const rgba = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  return { widthPx: info.width, heightPx: info.height, rgba: ownMemory(rgba) }
}

/** The same pixels; a copy only where a small picture lies in a pool that others share. */
const ownMemory = (rgba: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> =>
  rgba.buffer instanceof ArrayBuffer
    ? new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length)
    : new Uint8ClampedArray(rgba)
