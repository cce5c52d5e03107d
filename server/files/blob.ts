import type { Readable } from 'node:stream'

/**
 * Where the bytes of whole files lie, each once, under its SHA-256. A file that lies there is never
 * written again: whoever reads it goes on reading.
 */
export interface BlobStore {
  /** Takes a copy of a file of this machine in; one of this hash and size that is there stays. */
  readonly put: (path: string, blob: Blob) => Promise<void>
  /**
   * The same of a whole upload.
   * @param source where it lies: a path, or a key of the same bucket
   */
  readonly take: (source: string, blob: Blob) => Promise<void>
  readonly has: (blob: Blob) => Promise<boolean>
  /** Null where it is not there, or not whole. */
  readonly open: (blob: Blob) => Promise<Readable | null>
  readonly remove: (sha256: string) => Promise<void>
  /** Deletes what a crash left of files that were being taken in. */
  readonly sweep: (now: Date) => Promise<void>
}

export interface Blob {
  readonly sha256: string
  readonly bytes: number
}

/** The path of a file below the folder or in the bucket. */
export const blobKey = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`
