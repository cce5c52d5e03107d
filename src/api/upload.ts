import { UPLOADS_PATH, type UploadPurpose, type UploadType } from '#core/contract/uploads.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import { storedLogin } from '../session/stored-login.ts'

/** A lost connection is taken up again after these waits. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000]
/** Small enough that little is sent twice on a station's poor network. */
const PIECE_BYTES = 4 * 1024 * 1024

export interface Uploading {
  readonly file: Blob
  readonly mediaType: UploadType
  /** Of the whole file, hexadecimal. */
  readonly sha256: string
  /** To be ordered, unless it is for a tool and then deleted. */
  readonly purpose?: UploadPurpose
}

/** Sends a file in pieces, resumed where it broke off; answers its id. */
export async function upload(
  { file, mediaType, sha256, purpose }: Uploading,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const { Upload } = await import('tus-js-client')
  return await new Promise((resolve) => {
    const sending = new Upload(file, {
      endpoint: UPLOADS_PATH,
      headers: { token: storedLogin()?.token ?? '' },
      metadata: { filetype: mediaType, sha256, ...(purpose && { purpose }) },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_MS,
      removeFingerprintOnSuccess: true,
      onProgress: (sent, total) => report({ stage: 'upload', done: sent, total, unit: 'bytes' }),
      onError: (cause) =>
        resolve(fail(wasAnswered(cause) ? 'upload-failed' : 'network-abnormal', { cause })),
      onSuccess: () => {
        const id = sending.url?.split('/').at(-1)
        resolve(id ? succeed(id) : fail('upload-failed', { cause: 'no address came back' }))
      },
    })
    signal.addEventListener('abort', () => {
      // What is not to be kept is deleted on the server, too.
      void sending.abort(purpose === 'imaging').catch(() => undefined)
      resolve(fail('cancelled'))
    })
    if (signal.aborted) resolve(fail('cancelled'))
    else sending.start()
  })
}

/** An upload that the server refused, and not a network that was lost. */
const wasAnswered = (cause: Error): boolean =>
  !('originalResponse' in cause) ||
  (cause.originalResponse !== null && cause.originalResponse !== undefined)
