import { readConvertibleHeader } from '#core/formats/convertible.ts'
import { checkScans } from '#core/formats/jpeg/scan.ts'
import { mediaTypeOf, sniffFormat } from '#core/formats/sniff.ts'
import { admitBytes, type IntakePlan, inspectPhoto, planIntake } from '#core/intake/inspect.ts'
import type { JobContext, Progress } from '#core/jobs.ts'
import type { PhotoStore } from '../photo-store/photo-store.ts'
import { readBytes } from '../read-bytes.ts'
import type { LibraryPhoto } from './api.ts'
import { converted } from './convert.ts'
import { decode, encodeThumbnail, encodeUpright, essentialFile } from './decode.ts'

const thumbnailPx = 256

/**
 * Takes a photo in: checked by its bytes, decoded upright at working size, stored without
 * metadata. The photographer's own pixels are kept where they can be. What is neither JPEG nor PNG
 * is converted where the browser decodes it.
 * @throws StampaError `upload-format`, `photo-heic`, `photo-damaged`, `photo-too-large`, `photo-too-long`,
 *   `photo-too-many-bytes`, `storage-full`, `storage-unavailable`, `cancelled`
 */
export async function takeIn(
  store: PhotoStore,
  file: Blob,
  job: JobContext,
): Promise<LibraryPhoto> {
  const say = (stage: Progress['stage'], done: number) =>
    job.report({ stage, done, total: 1, unit: 'steps' })
  admitBytes(file.size)
  say('decode', 0)
  const bytes = await storable(await readBytes(file, 'photo-damaged'))
  const header = inspectPhoto(bytes)
  const plan = planIntake(header)
  const essential = essentialFile(bytes, header)
  await job.checkpoint()
  const bitmap = await decodeChecked(bytes, decode(essential, header, plan), job)
  try {
    say('decode', 1)
    await job.checkpoint()
    say('encode', 0)
    const hasAlpha = header.format === 'png' && header.hasAlpha
    const { orientation } = header
    const thumbnail = await encodeThumbnail(bitmap, thumbnailPx, { hasAlpha, orientation })
    const kept = plan.store === 'keep' ? essential : await encodeUpright(bitmap, header, plan)
    say('encode', 1)
    bitmap.close()
    await job.checkpoint()
    say('store', 0)
    const hash = await store.put(kept)
    say('store', 1)
    const mediaType = storedType(plan, header.format)
    return { photo: { hash, widthPx: plan.widthPx, heightPx: plan.heightPx, mediaType }, thumbnail }
  } finally {
    bitmap.close()
  }
}

/** The bytes of a JPEG or PNG as they are; what else the browser decodes is converted. */
async function storable(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const header = sniffFormat(bytes) === null ? readConvertibleHeader(bytes) : null
  return header === null ? bytes : await converted(bytes, header)
}

/** Browsers hide missing rows; while theirs decodes, the codes are checked here. */
async function decodeChecked(
  bytes: Uint8Array<ArrayBuffer>,
  decoding: Promise<ImageBitmap>,
  job: JobContext,
): Promise<ImageBitmap> {
  try {
    if (sniffFormat(bytes) === 'jpeg') {
      for (const _ of checkScans(bytes)) await job.checkpoint()
    }
    return await decoding
  } catch (thrown) {
    decoding.then((bitmap) => bitmap.close()).catch(() => undefined)
    throw thrown
  }
}

const storedType = (plan: IntakePlan, format: 'jpeg' | 'png') =>
  mediaTypeOf(plan.store === 'keep' ? format : plan.store)
