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
import { type Outcome, outcomeOf, StampaError, unwrap } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import { call } from '#src/api/calls.ts'
import { readEvents } from '#src/api/event-stream.ts'
import { readFile } from '#src/api/files.ts'
import { upload } from '#src/api/upload.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolRequest, ToolResult } from '#workers/imaging/api.ts'

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
export const runOnServer = (request: ToolRequest, running: Running): Promise<Outcome<ToolResult>> =>
  outcomeOf(async () => {
    if (!mayBeSent()) throw new StampaError('not-encrypted')
    const photo = await sendPhoto(request, running)
    const { tool, settings } = request
    const begun = unwrap(await call(beginImaging, { photo, tool, settings })).value
    try {
      const done = await follow(begun, running)
      return await takeResult(done, running)
    } finally {
      if (running.signal.aborted) await call(cancelImaging, { id: begun.id })
      await call(forgetImaging, { id: begun.id })
    }
  })

async function sendPhoto({ photo }: ToolRequest, { signal, report }: Running): Promise<string> {
  const file = unwrap(await imaging.photoFile(photo))
  const { mediaType, hash: sha256 } = photo
  if (!isUploadType(mediaType)) throw new StampaError('upload-format')
  return unwrap(await upload({ file, mediaType, sha256, purpose: 'imaging' }, report, signal))
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
  { result, matte }: ImagingJob,
  { signal, report }: Running,
): Promise<ToolResult> {
  if (result === null) throw new StampaError('imaging-failed', { cause: 'done without a result' })
  const fetched = async (picture: ImagingPicture) => unwrap(await readFile(picture.file, signal))
  const files = {
    result: await fetched(result),
    matte: matte === null ? null : await fetched(matte),
  }
  return unwrap(await imaging.keepResult(files, { signal, report }))
}

/** Whether the server offers its tools, how fast it is, and how long one waits there now. */
export const askOffer = (signal: AbortSignal) => call(imagingOffer, {}, { signal })

/** Deletes whatever of this customer's is on the server. */
export async function forgetOnServer(): Promise<void> {
  await call(forgetImaging, {})
}
