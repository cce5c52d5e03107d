import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** An upload that nobody has gone on with for so long is deleted. */
export const ABANDONED_MS = 24 * 3_600_000

/** Where the bytes of uploads under way lie, as the tus server writes them. */
export interface UploadStore extends DataStore {
  /** What the blob store takes a whole upload over by. */
  readonly sourceOf: (id: string) => string
  readonly read: (id: string) => Readable | Promise<Readable>
  /** Uploads that only the server knows which wrote them last. */
  readonly left: () => Promise<readonly string[]>
  /** @throws a refusal where so many bytes would leave too little of the disk */
  readonly checkSpace: (bytes: number) => Promise<void>
}
