import type { BlobStore, Blob as StoredBlob } from '../files/blob.ts'

/** A stored file's bytes; null where it is gone. */
export async function readFile(
  store: Pick<BlobStore, 'open'>,
  blob: StoredBlob,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.open(blob)
  if (stream === null) return null
  const bytes = new Uint8Array(blob.bytes)
  let length = 0
  for await (const piece of stream) {
    const chunk: Uint8Array = piece
    bytes.set(chunk, length)
    length += chunk.length
  }
  return length === bytes.length ? bytes : null
}
