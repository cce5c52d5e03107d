/**
 * `npm run check:books`, beside servers or without them: whether what the database promises holds, and
 * whether every file of an order lies in the bucket or the folder as it was. For a restore.
 */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { eq, or } from 'drizzle-orm'
import { readConfig } from './config.ts'
import { endOfCommand, withConnection } from './database/command-connection.ts'
import type { Connection } from './database/connect.ts'
import { files, orders } from './database/schema.ts'
import type { Blob, BlobStore } from './files/blob.ts'
import { openBlobStore } from './files/file-store.ts'
import { bookPromises } from './operation/book-promises.ts'

const SHOWN = 5

async function checkPromises({ pool }: Connection): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [promise, text] of Object.entries(bookPromises)) {
    const { rows } = await pool.query(text)
    if (rows.length > 0) broken.push(`${promise}: ${JSON.stringify(rows.slice(0, SHOWN))}`)
  }
  return broken
}

async function isWhole(store: BlobStore, blob: Blob): Promise<boolean> {
  const bytes = await store.open(blob)
  if (bytes === null) return false
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex') === blob.sha256
}

async function checkFiles({ database }: Connection, store: BlobStore) {
  const blobs = await database
    .selectDistinct({ sha256: files.sha256, bytes: files.bytes })
    .from(files)
    .innerJoin(orders, or(eq(orders.printFile, files.id), eq(orders.previewFile, files.id)))
  const broken: string[] = []
  for (const blob of blobs) {
    if (!(await isWhole(store, blob))) broken.push(`the file ${blob.sha256} is missing or changed`)
  }
  return { count: blobs.length, broken }
}

async function run(): Promise<number> {
  const config = readConfig(process.env)
  return await withConnection(config, async (connection) => {
    const { rows } = await connection.pool.query(
      'select (select count(*) from orders) as orders, (select count(*) from ledger_entries) as entries',
    )
    const { count, broken } = await checkFiles(connection, openBlobStore(config.files))
    const faults = [...(await checkPromises(connection)), ...broken]
    for (const fault of faults) console.error(fault)
    const { orders, entries } = rows[0]
    const read = `${orders} orders, ${entries} entries of the ledger, ${count} files read`
    console.log(`${Object.keys(bookPromises).length} promises, ${read}: ${faults.length} broken`)
    return faults.length === 0 ? 0 : 1
  })
}

process.exitCode = await run().catch(endOfCommand)
