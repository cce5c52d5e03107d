import {
  type ImagingJob,
  type ImagingPicture,
  imagingJobSchema,
  isOver,
} from '#core/contract/entities/imaging-job.ts'
import { imagingEventsPath } from '#core/contract/imaging-events.ts'
import {
  beginImaging,
  cancelImaging,
  forgetImaging,
  imagingOffer,
} from '#core/contract/services/imaging.ts'
import { isUploadType } from '#core/contract/uploads.ts'
import { faultOf, type Outcome, outcomeOf, StampaError, unwrap } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import { fittedSize } from '#core/pixels/pixels.ts'
import { call } from '#src/api/calls.ts'
import { readEvents } from '#src/api/event-stream.ts'
import { readFile } from '#src/api/files.ts'
import { upload } from '#src/api/upload.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolPreview, ToolRequest, ToolResult } from '#workers/imaging/api.ts'
import { isPlaced } from './tool-settings.ts'

/** A preview is no larger than this many times what is asked for. */
const SHARPER = 2

interface Running {
  readonly signal: AbortSignal
  readonly report: ReportProgress
  /** How long until it begins; null once it has. */
  readonly waits: (seconds: number | null) => void
}

/** Whether a photo may be sent at all: encrypted, or to this very machine. */
const mayBeSent = (): boolean =>
  location.protocol === 'https:' || /^(localhost|127\.|\[::1\])/.test(location.hostname)

/**
 * Runs a tool on the server, for a customer who agreed to it: sends the photo, follows the job and
 * takes its result in as if it had been made here. Photo and result are deleted on the server as
 * soon as the result is here, and when it is cancelled.
 */
export const runOnServer = (
  request: ToolRequest,
  running: Running,
): Promise<Outcome<ToolResult & Pick<ToolPreview, 'kept'>>> =>
  outcomeOf(async () => {
    const { hash, mediaType } = request.photo
    const photo = async () => ({
      file: unwrap(await imaging.photoFile(request.photo)),
      mediaType,
      hash,
    })
    return await madeThere(request, photo, running, (job) => takeResult(request, job, running))
  })

/**
 * What a tool would do, made on the server of a smaller copy of the photo, which alone is sent; both
 * are deleted there as soon as the picture is here.
 */
export const previewOnServer = (
  request: ToolRequest,
  longSidePx: number,
  running: Running,
): Promise<Outcome<ToolPreview>> =>
  outcomeOf(async () => {
    const { signal, report } = running
    const { tool, photo } = request
    const madeOf = async (sidePx: number) => {
      const small = unwrap(await imaging.smallCopy(request, sidePx, { signal, report }))
      const asked = { tool, settings: small.settings }
      return await madeThere(
        asked,
        async () => small,
        running,
        async ({ result, things }) => {
          const file = await fetched(result, signal)
          return {
            picture: await shownAt(sidePx * SHARPER, result, file),
            hardlyChanges: false,
            lacks: [],
            things,
            kept: await keptIn(asked, file, things),
          }
        },
      )
    }
    try {
      return await madeOf(longSidePx)
    } catch (thrown) {
      // In the photo itself the face may be large enough.
      if (faultOf(thrown).code !== 'face-too-small') throw thrown
      return await madeOf(Math.max(photo.widthPx, photo.heightPx))
    }
  })

/** A cut-out of all people is shown as it is; what of others is shown is told by their pixels. */
const keptIn = async (
  asked: Asked,
  file: Blob,
  things: ImagingJob['things'],
): Promise<ToolPreview['kept']> =>
  things === null && !isPlaced(asked) ? null : unwrap(await imaging.keptIn(file, asked.tool))

/** As large as what a tool works on for it; a small photo's sketch may be larger. */
async function shownAt(
  longSidePx: number,
  picture: ImagingPicture | null,
  file: Blob,
): Promise<ImageBitmap> {
  const isLarger = picture !== null && Math.max(picture.widthPx, picture.heightPx) > longSidePx
  if (!isLarger) return createImageBitmap(file)
  const { widthPx: resizeWidth, heightPx: resizeHeight } = fittedSize(picture, longSidePx)
  return createImageBitmap(file, { resizeWidth, resizeHeight, resizeQuality: 'high' })
}

type Asked = Pick<ToolRequest, 'tool' | 'settings'>

interface Sent {
  readonly file: Blob
  readonly mediaType: string
  readonly hash: string
}

async function madeThere<Taken>(
  { tool, settings }: Asked,
  photo: () => Promise<Sent>,
  running: Running,
  take: (done: ImagingJob) => Promise<Taken>,
): Promise<Taken> {
  if (!mayBeSent()) throw new StampaError('not-encrypted')
  const { signal, report } = running
  const { file, mediaType, hash: sha256 } = await photo()
  if (!isUploadType(mediaType)) throw new StampaError('upload-format')
  const sent = unwrap(await upload({ file, mediaType, sha256, purpose: 'imaging' }, report, signal))
  const begun = unwrap(await call(beginImaging, { photo: sent, tool, settings })).value
  try {
    return await take(await follow(begun, running))
  } finally {
    if (signal.aborted) await call(cancelImaging, { id: begun.id })
    await call(forgetImaging, { id: begun.id })
  }
}

/** Waits for a job's end. @throws StampaError why it has no result */
async function follow(begun: ImagingJob, { signal, report, waits }: Running): Promise<ImagingJob> {
  const ending = new AbortController()
  let latest = begun
  const take = (job: ImagingJob) => {
    latest = job
    waits(job.waitSeconds)
    if (job.progress !== null) report({ ...job.progress, unit: 'steps' })
    else report({ stage: 'wait', done: 0, total: 0, unit: 'steps' })
    if (isOver(job.state)) ending.abort()
  }
  take(begun)
  const refused = await readEvents({
    path: imagingEventsPath(begun.id),
    missing: 'imaging-unknown',
    signal: AbortSignal.any([signal, ending.signal]),
    last: { id: null },
    lost: () => undefined,
    heard: (event, data) => {
      const job = event === 'job' ? imagingJobSchema.safeParse(JSON.parse(data)) : null
      if (job?.success) take(job.data)
    },
  })
  if (signal.aborted || latest.state === 'cancelled') throw new StampaError('cancelled')
  if (latest.state === 'done') return latest
  if (latest.fault !== null)
    throw new StampaError(latest.fault.code, { params: latest.fault.params })
  throw new StampaError(refused?.code ?? 'imaging-failed')
}

async function takeResult(
  asked: Asked,
  { result, matte, things }: ImagingJob,
  { signal, report }: Running,
): Promise<ToolResult & Pick<ToolPreview, 'kept'>> {
  const files = {
    result: await fetched(result, signal),
    matte: matte === null ? null : await fetched(matte, signal),
  }
  const stored = unwrap(await imaging.keepResult(files, { signal, report }))
  return { ...stored, kept: await keptIn(asked, files.result, things) }
}

async function fetched(picture: ImagingPicture | null, signal: AbortSignal): Promise<Blob> {
  if (picture === null) throw new StampaError('imaging-failed', { cause: 'done without a result' })
  return unwrap(await readFile(picture.file, signal))
}

/** Whether the server offers its tools, how fast it is, and how long one waits there now. */
export const askOffer = (signal: AbortSignal) => call(imagingOffer, {}, { signal })

/** Deletes whatever of this customer's is on the server. */
export async function forgetOnServer(): Promise<void> {
  await call(forgetImaging, {})
}
