import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { UploadPurpose, UploadType } from '#core/contract/uploads.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { files, orders } from '../database/schema.ts'
import type { Blob } from './blob.ts'

/** A whole file that nobody ordered is deleted then; it is uploaded in the act of ordering. */
const UNORDERED_MS = 24 * 3_600_000
/** Tries against a sweep that deletes the same bytes meanwhile. */
const TRIES = 3

interface NewFile extends Blob {
  readonly id: string
  readonly customerId: string
  readonly mediaType: UploadType
  readonly purpose?: UploadPurpose | undefined
}

type FileContext = Pick<Context, 'database' | 'files'>

/**
 * Stores a checked upload and says whose it is; done twice, it is there once.
 * @param source of the whole upload, as its store names it
 */
export async function keepFile(context: FileContext, source: string, file: NewFile): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await context.files.take(source, file)
    const isKept = await context.database.transaction(async (tx) => {
      await lockBlob(tx, file.sha256)
      if (!(await context.files.has(file))) return false
      await tx.insert(files).values(file).onConflictDoNothing()
      return true
    })
    if (isKept) return
  }
  throw new Error('a stored file is gone as soon as it is stored')
}

/**
 * Stores a file of our own making: it is written down before its bytes are, so that a server that is
 * killed in between leaves none that nobody knows of.
 * @param createdAt what it is made from is as old
 */
export async function keepMadeFile(
  context: FileContext,
  path: string,
  file: NewFile & { readonly createdAt: Date },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockBlob(tx, file.sha256)
    await tx.insert(files).values(file)
  })
  await context.files.put(path, file)
}

/** Deletes whole files that were not ordered within their time. */
export async function sweepFiles(context: FileContext & Pick<Context, 'now'>): Promise<void> {
  const { database } = context
  const before = new Date(context.now().getTime() - UNORDERED_MS)
  const ordersWith = (column: typeof orders.printFile | typeof orders.previewFile) =>
    notExists(database.select({ one: sql`1` }).from(orders).where(eq(column, files.id)))
  const old = await database
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(
      and(
        lt(files.createdAt, before),
        ordersWith(orders.printFile),
        ordersWith(orders.previewFile),
      ),
    )
  for (const file of old) await forgetFile(context, file)
}

/** The bytes go with the last file that has them; an order placed meanwhile keeps its file. */
export async function forgetFile(
  context: FileContext,
  { id, sha256 }: { readonly id: string; readonly sha256: string },
): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockBlob(tx, sha256)
    await tx.delete(files).where(eq(files.id, id))
    const others = await tx.select({ id: files.id }).from(files).where(eq(files.sha256, sha256))
    if (others.length === 0) await context.files.remove(sha256)
  })
}

/** Keeping and deleting the same bytes take turns, on all servers of a database. */
const lockBlob = (tx: Queries, sha256: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`)
