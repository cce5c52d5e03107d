import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { filePath } from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import type { ServerClient } from '../server/server-client.ts'
import { openPageRows } from './page-rows.ts'

/** The file is not the one that was ordered: it is never printed. */
export class WrongFile extends Error {}

/**
 * Fetches a job's file and checks that it is the one that was ordered: its bytes, its SHA-256, its
 * pixels.
 * @throws WrongFile, or whatever the network throws
 */
export async function fetchPrintFile(
  server: ServerClient,
  job: StationJob,
  path: string,
): Promise<void> {
  const { body } = await server.download(filePath(job.id, job.token))
  if (body === null) throw new Error('the server sent no file')
  const hash = createHash('sha256')
  let bytes = 0
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      hash.update(piece)
      done(bytes > job.file.bytes ? new WrongFile('longer than the file') : null, piece)
    },
  })
  await pipeline(Readable.from(body), check, createWriteStream(path, { mode: 0o600 }))
  if (bytes !== job.file.bytes) throw new WrongFile('shorter than the file')
  if (hash.digest('hex') !== job.file.sha256) throw new WrongFile('another SHA-256')
  await checkPixels(job, path)
}

async function checkPixels({ file, page }: StationJob, path: string): Promise<void> {
  const rows = await openPageRows(path, file.mediaType).catch((thrown: unknown) => {
    throw new WrongFile(String(thrown))
  })
  if (rows.widthPx !== page.widthPx || rows.heightPx !== page.heightPx) {
    throw new WrongFile(`${rows.widthPx} x ${rows.heightPx} px`)
  }
}

/** A file as the printer is sent it. */
export const readFileStream = (path: string): Readable => createReadStream(path)
