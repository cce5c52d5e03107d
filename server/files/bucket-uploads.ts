import type { Readable } from 'node:stream'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ByteLru } from '#core/cache/byte-lru.ts'
import { type Bucket, bucketClient, nullIfMissing } from './bucket.ts'
import type { UploadStore } from './upload-store.ts'

/** Of uploads that this server has seen lately; what they are called never changes. */
const KNOWN_BYTES = 1 << 20
const KNOWN_EACH_BYTES = 1 << 10

/**
 * Uploads under way, in the bucket: a multipart upload each, what it is called beside it, and the
 * bytes that are too few for a part. Any server goes on with what another began.
 */
export class BucketUploads extends S3Store implements UploadStore {
  constructor(bucket: Bucket, expirationPeriodInMilliseconds: number) {
    const known = new ByteLru<string, MetadataValue>({ budgetBytes: KNOWN_BYTES })
    super({
      s3ClientConfig: { ...bucketClient(bucket), bucket: bucket.bucket },
      useTags: false,
      expirationPeriodInMilliseconds,
      cache: {
        get: async (id) => known.get(id),
        set: async (id, value) => known.set(id, value, KNOWN_EACH_BYTES),
        delete: async (id) => known.delete(id),
      },
    })
    this.extensions = ['creation', 'termination', 'expiration']
  }

  override async read(id: string): Promise<Readable> {
    return await super.read(id)
  }

  /** Removes what there is of an upload, whole or not; the library's leaves one that is whole. */
  override async remove(id: string): Promise<void> {
    const known = await this.getMetadata(id).catch(nullIfMissing)
    const Bucket = this.bucket
    if (known !== null) {
      const UploadId = known['upload-id']
      await this.client.abortMultipartUpload({ Bucket, Key: id, UploadId }).catch(nullIfMissing)
    }
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)]) {
      await this.client.deleteObject({ Bucket, Key })
    }
    await this.clearCache(id)
  }

  sourceOf(id: string): string {
    return id
  }

  /** All servers know them, and whoever uploads asks one of them. */
  async left(): Promise<readonly string[]> {
    return []
  }

  /** Those that are known are removed by their rows; the bucket's own rules end the others. */
  override async deleteExpired(): Promise<number> {
    return 0
  }

  async checkSpace(): Promise<void> {}
}
