/** Where stored bytes lie; every failure is thrown as a `StampaError`. */
export interface BlobStore {
  write(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** The stored file, not read into memory, or null where there is no whole one. */
  read(hash: string): Promise<Blob | null>
  remove(hash: string): Promise<void>
  list(): Promise<readonly string[]>
}
