import { type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { FileStore } from '../config.ts'

export type Bucket = Extract<FileStore, { kind: 's3' }>

const CONNECT_MS = 5_000
/** Without a byte for so long a transfer has failed. */
const SILENT_MS = 60_000
const NOT_FOUND = 404

/** How clients of the bucket are made. */
export const bucketClient = ({ region, endpoint, key, secret }: Bucket): S3ClientConfig => ({
  region,
  credentials: { accessKeyId: key, secretAccessKey: secret },
  // Stores other than Amazon's keep checksum trailers as part of the file.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  ...(endpoint !== null && { endpoint, forcePathStyle: true }),
})

export function nullIfMissing(thrown: unknown): null {
  const isMissing =
    thrown instanceof S3ServiceException && thrown.$metadata.httpStatusCode === NOT_FOUND
  if (isMissing) return null
  throw thrown
}
