import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import sharp from 'sharp'
import { faultOf } from '#core/errors.ts'
import { type PictureFile, RESULT_JPEG_QUALITY } from '#core/imaging/tool-files.ts'
import { openImagingPool } from '../pool.ts'
import { isThere } from './is-there.ts'
import type { ItemReport, Watch } from './item-report.ts'
import { type Batch, type BatchItem, UsageError } from './read-arguments.ts'

const ENDINGS = { 'image/jpeg': '.jpg', 'image/png': '.png' } as const

/**
 * Makes all pictures, several at once; one that cannot be made stops none of the others.
 * @throws UsageError before anything is made, where a photo is missing or a result is there already
 */
export async function runBatch(
  batch: Batch,
  signal: AbortSignal,
  watch: Watch,
): Promise<readonly ItemReport[]> {
  await admit(batch)
  const pool = openImagingPool()
  try {
    const reports: ItemReport[] = []
    const left = batch.items.entries()
    // No photo is read before its turn: hundreds of them would fill the memory.
    const lane = async () => {
      for (const [index, item] of left) {
        reports[index] = await runItem(batch, item, async (photo, lossless) => {
          const request = { tool: batch.tool, settings: batch.settings, photo, lossless }
          const files = await pool.run(request, { signal, report: (at) => watch(index, at) })
          return files.result
        })
        watch(index, 'done')
      }
    }
    await Promise.all(Array.from({ length: pool.slots }, lane))
    return reports
  } finally {
    await pool.close()
  }
}

/** Where an item's result goes, whatever the tool makes of it. */
const targetsOf = ({ to }: BatchItem): readonly string[] =>
  'file' in to
    ? [to.file]
    : Object.values(ENDINGS).map((ending) => join(to.folder, `${to.name}${ending}`))

async function admit({ items, force }: Batch): Promise<void> {
  for (const item of items) {
    if (!(await isThere(item.from))) throw new UsageError(`There is no photo ${item.from}.`)
    for (const target of targetsOf(item)) {
      if (!force && (await isThere(target)))
        throw new UsageError(`${target} is there already; --force replaces it.`)
    }
  }
}

type Make = (photo: Uint8Array<ArrayBuffer>, lossless: boolean) => Promise<PictureFile>

async function runItem(batch: Batch, { from, to }: BatchItem, make: Make): Promise<ItemReport> {
  const beganMs = performance.now()
  const reported = (
    rest: Pick<ItemReport, 'to' | 'widthPx' | 'heightPx' | 'fault'>,
  ): ItemReport => ({
    from,
    ...rest,
    ms: Math.round(performance.now() - beganMs),
  })
  const failed = (fault: ItemReport['fault']) =>
    reported({ to: null, widthPx: 0, heightPx: 0, fault })
  let picture: PictureFile
  try {
    const photo = new Uint8Array(await readFile(from))
    picture = await make(photo, 'file' in to)
  } catch (thrown) {
    return failed(faultOf(thrown).code)
  }
  const target = 'file' in to ? to.file : join(to.folder, `${to.name}${ENDINGS[picture.mediaType]}`)
  try {
    await mkdir(dirname(target), { recursive: true })
    const bytes = await inFormatOf(target, picture)
    await writeFile(target, bytes, { flag: batch.force ? 'w' : 'wx' })
  } catch {
    return failed('not-written')
  }
  const { widthPx, heightPx } = picture
  return reported({ to: target, widthPx, heightPx, fault: null })
}

/** A JPEG where the name asks for one: white shows through what is transparent. */
async function inFormatOf(target: string, { bytes, mediaType }: PictureFile): Promise<Uint8Array> {
  if (extname(target).toLowerCase() === ENDINGS[mediaType]) return bytes
  return await sharp(bytes)
    .flatten({ background: 'white' })
    .jpeg({ quality: RESULT_JPEG_QUALITY })
    .toBuffer()
}
