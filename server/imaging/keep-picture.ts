import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImagingPicture, imagingPictureSchema } from '#core/contract/entities/imaging-job.ts'
import type { PictureFile } from '#core/imaging/tool-files.ts'
import type { Context } from '../context.ts'
import type { ImagingRow } from '../database/schema.ts'
import { keepMadeFile } from '../files/keep-file.ts'

/** What is written in moments; so old, a crash has left it. */
const LEFT_MS = 60_000

const folderOf = ({ config }: Pick<Context, 'config'>): string => join(config.dataFolder, 'imaging')

/** Stores what a tool made as a file of its customer's, as old as its job. */
export async function keepPicture(
  context: Pick<Context, 'config' | 'database' | 'files'>,
  { customerId, createdAt }: Pick<ImagingRow, 'customerId' | 'createdAt'>,
  { bytes, mediaType, widthPx, heightPx }: PictureFile,
): Promise<ImagingPicture> {
  const id = randomUUID()
  const picture = imagingPictureSchema.parse({ file: id, mediaType, widthPx, heightPx })
  await mkdir(folderOf(context), { recursive: true, mode: 0o700 })
  const path = join(folderOf(context), id)
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await keepMadeFile(context, path, {
      id,
      customerId,
      mediaType: picture.mediaType,
      purpose: 'imaging',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      createdAt,
    })
  } finally {
    await rm(path, { force: true })
  }
  return picture
}

/** Deletes what a crash left of pictures that were being stored. */
export async function sweepPictures(context: Pick<Context, 'config' | 'now'>): Promise<void> {
  const folder = folderOf(context)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const written = (await stat(path).catch(() => null))?.mtimeMs ?? 0
    if (context.now().getTime() - written > LEFT_MS) await rm(path, { force: true })
  }
}
