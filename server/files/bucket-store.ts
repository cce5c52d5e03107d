import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type BlobStore, blobKey } from './blob.ts'
import { type Bucket, bucketClient, nullIfMissing } from './bucket.ts'

/** Files in a bucket that speaks S3; what is taken over from an upload in it is there at once. */
export function openBucketStore(settings: Bucket): BlobStore {
  const client = new S3Client(bucketClient(settings))
  const { bucket } = settings
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
    take: async (source, blob) => {
      if (await has(blob)) return
      const CopySource = `${bucket}/${source}`
      await client.send(new CopyObjectCommand({ ...at(blob.sha256), CopySource }))
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
