import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { beginsAs, type UploadMetadata } from '#core/contract/uploads.ts'

/** What a whole upload turned out to be. */
export interface CheckedFile {
  readonly sha256: string
  readonly bytes: number
}

/** Reads a file once, in pieces: its hash, its size and its first bytes; null if it lied. */
export async function checkFile(
  path: string,
  { filetype, sha256 }: UploadMetadata,
): Promise<CheckedFile | null> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const piece: Buffer = chunk
    if (bytes === 0 && !beginsAs(filetype, piece)) return null
    hash.update(piece)
    bytes += piece.length
  }
  const found = hash.digest('hex')
  return bytes > 0 && found === sha256 ? { sha256: found, bytes } : null
}
