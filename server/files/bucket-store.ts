import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { FileStore } from '../config.ts'
import { type BlobStore, blobKey } from './blob.ts'

type Bucket = Extract<FileStore, { kind: 's3' }>

const CONNECT_MS = 5_000
/** Without a byte for so long a transfer has failed. */
const SILENT_MS = 60_000
const NOT_FOUND = 404

/** Files in a bucket that speaks S3; putting one there is all or nothing. */
export function openBucketStore({ bucket, region, endpoint, key, secret }: Bucket): BlobStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Stores other than Amazon's keep checksum trailers as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  })
  const at = (sha256: string) => ({ Bucket: bucket, Key: blobKey(sha256) })
  const has: BlobStore['has'] = async ({ sha256, bytes }) => {
    const head = await client.send(new HeadObjectCommand(at(sha256))).catch(nullIfMissing)
    return head?.ContentLength === bytes
  }
  return {
    has,
    put: async (path, blob) => {
      if (await has(blob)) return
      const Body = createReadStream(path)
      const { sha256, bytes } = blob
      await client.send(new PutObjectCommand({ ...at(sha256), Body, ContentLength: bytes }))
    },
    open: async ({ sha256, bytes }) => {
      const got = await client.send(new GetObjectCommand(at(sha256))).catch(nullIfMissing)
      if (!(got?.Body instanceof Readable)) return null
      if (got.ContentLength === bytes) return got.Body
      got.Body.destroy()
      return null
    },
    remove: async (sha256) => {
      await client.send(new DeleteObjectCommand(at(sha256)))
    },
    // What is not put whole is not there.
    sweep: async () => {},
  }
}

function nullIfMissing(thrown: unknown): null {
  const isMissing =
    thrown instanceof S3ServiceException && thrown.$metadata.httpStatusCode === NOT_FOUND
  if (isMissing) return null
  throw thrown
}
