import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { FileStore } from '../config.ts'

/** Where the bytes of whole files lie, each once, under its SHA-256. */
export interface BlobStore {
  /** Takes a file of this machine's disk in; it is gone from where it was. */
  readonly take: (path: string, sha256: string) => Promise<void>
  readonly open: (sha256: string) => Promise<Readable>
}

const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`

/** A folder, or a bucket that speaks S3. */
export function openBlobStore(store: FileStore): BlobStore {
  const disk = new Disk(driverOf(store))
  return {
    take: (path, sha256) => disk.moveFromFs(path, keyOf(sha256)),
    open: (sha256) => disk.getStream(keyOf(sha256)),
  }
}

function driverOf(store: FileStore) {
  if (store.kind === 'folder')
    return new FSDriver({ location: store.folder, visibility: 'private' })
  const { bucket, region, endpoint, key, secret } = store
  return new S3Driver({
    bucket,
    region,
    visibility: 'private',
    supportsACL: false,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Stores other than Amazon's keep checksum trailers as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  })
}
