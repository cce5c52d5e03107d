import { and, eq, inArray, lt } from 'drizzle-orm'
import { limits } from '#core/limits.ts'
import type { Context } from '../context.ts'
import { files, type ImagingRow, imagingJobs } from '../database/schema.ts'
import { forgetFile } from '../files/keep-file.ts'
import type { ImagingQueue } from './queue.ts'

type FileContext = Pick<Context, 'database' | 'files'>

/** Deletes jobs with their photos and results, wherever they stand; what runs hears of it. */
export async function forgetJobs(
  context: FileContext,
  queue: ImagingQueue | null,
  rows: readonly ImagingRow[],
): Promise<void> {
  for (const row of rows) {
    await context.database.delete(imagingJobs).where(eq(imagingJobs.id, row.id))
    await queue?.remove(row.id)
    await forgetFiles(context, filesOf(row), row.customerId)
  }
}

const filesOf = ({ photoFile, result, matte }: ImagingRow): string[] =>
  [photoFile, result?.file, matte?.file].filter((id) => id !== undefined)

/** Deletes files of imaging and their bytes; what is ordered keeps its own. */
export async function forgetFiles(
  context: FileContext,
  ids: readonly string[],
  customerId: string,
): Promise<void> {
  if (ids.length === 0) return
  const own = and(
    inArray(files.id, [...ids]),
    eq(files.customerId, customerId),
    eq(files.purpose, 'imaging'),
  )
  for (const file of await context.database.select().from(files).where(own)) {
    await forgetFile(context, file)
  }
}

/** All of one customer's: jobs, and photos that no job was begun with. */
export async function forgetAllOf(
  context: FileContext,
  queue: ImagingQueue | null,
  customerId: string,
): Promise<void> {
  const { database } = context
  const rows = await database
    .select()
    .from(imagingJobs)
    .where(eq(imagingJobs.customerId, customerId))
  await forgetJobs(context, queue, rows)
  const left = and(eq(files.customerId, customerId), eq(files.purpose, 'imaging'))
  for (const file of await database.select().from(files).where(left)) {
    await forgetFile(context, file)
  }
}

/** Deletes what is older than it may get: whatever became of the server that had it. */
export async function sweepImaging(
  context: FileContext & Pick<Context, 'now'>,
  queue: ImagingQueue | null,
): Promise<void> {
  const { database } = context
  const before = new Date(context.now().getTime() - limits.imagingKeptMs)
  const rows = await database.select().from(imagingJobs).where(lt(imagingJobs.createdAt, before))
  await forgetJobs(context, queue, rows)
  const old = and(eq(files.purpose, 'imaging'), lt(files.createdAt, before))
  for (const file of await database.select().from(files).where(old)) {
    await forgetFile(context, file)
  }
}
