import { createHash } from 'node:crypto'
import {
  beginsAs,
  type UploadMetadata,
  type UploadPurpose,
  type UploadType,
} from '#core/contract/uploads.ts'
import { StampaError } from '#core/errors.ts'
import { readJpegHeader } from '#core/formats/jpeg/header.ts'
import { isWholeWebp } from '#core/formats/webp.ts'
import { limits } from '#core/limits.ts'
import type { Blob } from './blob.ts'
import { inspectPrintFile } from './inspect-print-file.ts'
import { refusedFile } from './refuse-file.ts'
import { scanPng } from './scan-png.ts'

type Pieces = AsyncIterable<Uint8Array>

/**
 * Reads a file once, in pieces: its hash, its size, and that it is wholly what its type says.
 * @returns null where it lied
 */
export async function checkFile(
  file: Pieces,
  { filetype, sha256, purpose }: UploadMetadata,
): Promise<Blob | null> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* hashed() {
    for await (const chunk of file) {
      if (bytes === 0 && !beginsAs(filetype, chunk)) throw refusedFile('another type')
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    const kind = purpose === 'imaging' ? 'photo' : 'print'
    await checks[filetype](hashed(), pictureBytesMax(purpose), kind)
  } catch (thrown) {
    if (thrown instanceof StampaError) return null
    throw thrown
  }
  return bytes > 0 && hash.digest('hex') === sha256 ? { sha256, bytes } : null
}

type Check = (pieces: Pieces, most: number, kind: 'print' | 'photo') => Promise<void>

const checks: Readonly<Record<UploadType, Check>> = {
  'image/png': async (pieces, _, kind) => {
    await scanPng(pieces, kind)
  },
  'application/pdf': async (pieces) => {
    const print = await inspectPrintFile(pieces, 'application/pdf')
    if (!print.ok) throw refusedFile(print.fault.cause)
  },
  'image/jpeg': async (pieces, most) => {
    if (!readJpegHeader(await collect(pieces, most)).complete) throw refusedFile('cut short')
  },
  'image/webp': async (pieces, most) => {
    if (!isWholeWebp(await collect(pieces, most))) throw refusedFile('no whole WebP')
  },
}

/** A picture for lists is small, a photo to be worked on is as large as the studio takes one. */
export const pictureBytesMax = (purpose: UploadPurpose | undefined): number =>
  purpose === 'imaging' ? limits.intakeBytesMax : limits.pictureBytesMax

async function collect(pieces: Pieces, most: number): Promise<Buffer> {
  const held: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > most) throw refusedFile('too large for a picture')
    held.push(piece)
  }
  return Buffer.concat(held)
}
