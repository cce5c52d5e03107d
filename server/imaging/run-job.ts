import { and, eq, sql } from 'drizzle-orm'
import { type ImagingProgress, imagingProgressSchema } from '#core/contract/entities/imaging-job.ts'
import { faultOf, StampaError } from '#core/errors.ts'
import { type Progress, throwIfCancelled } from '#core/jobs.ts'
import { limits } from '#core/limits.ts'
import type { Context } from '../context.ts'
import { files, type ImagingRow, imagingJobs } from '../database/schema.ts'
import { forgetFiles } from './forget.ts'
import { keepPicture } from './keep-picture.ts'
import type { ImagingPool } from './pool.ts'
import type { ImagingQueue } from './queue.ts'
import { readFile } from './read-file.ts'

/** Progress is told at most so often, and a job is at least so often heard of. */
const TELL_MS = 250
const HEARD_MS = 3_000

export interface JobHost {
  readonly context: Context
  readonly queue: ImagingQueue
  readonly pool: ImagingPool
  /** Which server this is. */
  readonly server: string
  /** Aborts when the server leaves: the job is for another one then. */
  readonly leaving: AbortSignal
  /** How many times longer than the table of costs a job took. */
  readonly measured: (ratio: number) => void
}

/** What the tool itself says of a photo; everything else is the server's fault and tried again. */
const photosFault = new Set<string>([
  'no-face',
  'face-too-small',
  'face-too-blurred',
  'person-not-found',
  'nothing-stands-out',
  'photo-damaged',
  'photo-heic',
  'photo-too-large',
  'photo-too-long',
  'photo-too-many-bytes',
  'upload-format',
  'tool-unavailable',
])

/** Runs one job that was taken from the queue, and ends it there. */
export async function runJob(host: JobHost, id: string): Promise<void> {
  const job = await claim(host, id)
  // Cancelled or forgotten meanwhile: whoever did that has taken it out of the queue.
  if (job === null) return
  const ending = new AbortController()
  const told = tellProgress(host, job, () => ending.abort())
  const unhear = host.context.news.on('imaging_changed', id, () => void told.look())
  const leave = () => ending.abort()
  host.leaving.addEventListener('abort', leave)
  if (host.leaving.aborted) leave()
  const began = performance.now()
  try {
    const made = await runTool(host, job, { signal: ending.signal, report: told.report })
    host.measured((performance.now() - began) / 1000 / job.costSeconds)
    await end(host, job, { state: 'done', ...made })
  } catch (thrown) {
    await failed(host, job, thrown)
  } finally {
    unhear()
    told.stop()
    host.leaving.removeEventListener('abort', leave)
  }
}

async function claim({ context, server }: JobHost, id: string): Promise<ImagingRow | null> {
  const [row] = await context.database
    .update(imagingJobs)
    .set({
      state: 'running',
      server,
      startedAt: sql`now()`,
      seenAt: sql`now()`,
      progress: null,
      tries: sql`${imagingJobs.tries} + 1`,
    })
    .where(and(eq(imagingJobs.id, id), eq(imagingJobs.state, 'waiting')))
    .returning()
  return row ?? null
}

/** A job that this server still has. */
const held = ({ server }: JobHost, { id, tries }: ImagingRow) =>
  and(
    eq(imagingJobs.id, id),
    eq(imagingJobs.state, 'running'),
    eq(imagingJobs.server, server),
    eq(imagingJobs.tries, tries),
  )

/** Writes how far it is; calls `lost` when the job is no longer this server's to run. */
function tellProgress(host: JobHost, job: ImagingRow, lost: () => void) {
  const { database, log } = host.context
  let latest: ImagingProgress | null = null
  let written: ImagingProgress | null = null
  let heardMs = performance.now()
  let busy = false
  const write = async () => {
    const isNews = latest !== written
    if (busy || (!isNews && performance.now() - heardMs < HEARD_MS)) return
    busy = true
    const progress = latest
    try {
      const rows = await database
        .update(imagingJobs)
        .set({ seenAt: sql`now()`, ...(isNews && { progress }) })
        .where(held(host, job))
        .returning({ id: imagingJobs.id })
      heardMs = performance.now()
      written = progress
      if (rows.length === 0) lost()
    } catch (err) {
      log.warn({ err }, 'how far a job of imaging is could not be written')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void write(), TELL_MS)
  return {
    report: ({ stage, done, total }: Progress) => {
      const told = imagingProgressSchema.safeParse({ stage, done, total })
      if (told.success) latest = told.data
    },
    /** Whether it was cancelled or forgotten. */
    look: async () => {
      const rows = await database
        .select({ id: imagingJobs.id })
        .from(imagingJobs)
        .where(held(host, job))
        .catch(() => null)
      if (rows?.length === 0) lost()
    },
    stop: () => clearInterval(timer),
  }
}

async function runTool(
  { context, pool }: JobHost,
  job: ImagingRow,
  options: Parameters<ImagingPool['run']>[1],
) {
  const [file] = await context.database
    .select()
    .from(files)
    .where(and(eq(files.id, job.photoFile), eq(files.customerId, job.customerId)))
  const photo = file === undefined ? null : await readFile(context.files, file)
  throwIfCancelled(options.signal)
  if (photo === null) throw new StampaError('photo-missing')
  const { tool, settings } = job
  const { result, matte, things } = await pool.run({ tool, photo, settings }, options)
  throwIfCancelled(options.signal)
  const keep = (picture: typeof result) => keepPicture(context, job, picture)
  return { result: await keep(result), matte: matte === null ? null : await keep(matte), things }
}

/** Ends a job that is still this server's; what was made of one that is not goes at once. */
async function end(
  host: JobHost,
  job: ImagingRow,
  ended: Pick<ImagingRow, 'state'> &
    Partial<Pick<ImagingRow, 'result' | 'matte' | 'things' | 'fault'>>,
): Promise<void> {
  const rows = await host.context.database
    .update(imagingJobs)
    .set({ ...ended, endedAt: sql`now()` })
    .where(held(host, job))
    .returning({ id: imagingJobs.id })
  if (rows.length === 0) {
    const made = [ended.result?.file, ended.matte?.file].filter((id) => id !== undefined)
    await forgetFiles(host.context, made, job.customerId)
  } else await host.queue.done(job.id)
}

async function failed(host: JobHost, job: ImagingRow, thrown: unknown): Promise<void> {
  const { context, queue, leaving } = host
  const { code, params } = faultOf(thrown)
  if (photosFault.has(code)) {
    return await end(host, job, { state: 'failed', fault: { code, params: { ...params } } })
  }
  const isLeaving = leaving.aborted
  if (!isLeaving && code !== 'cancelled') {
    context.log.error({ err: thrown, job: job.id, tool: job.tool }, 'an image tool failed')
    if (job.tries >= limits.imagingTriesMax) {
      const fault = { code: 'imaging-failed' as const, params: {} }
      return await end(host, job, { state: 'failed', fault })
    }
  }
  const [waits] = await context.database
    .update(imagingJobs)
    .set({
      state: 'waiting',
      server: null,
      progress: null,
      // A server that leaves is no fault of the photo's.
      ...(isLeaving && { tries: job.tries - 1 }),
    })
    .where(held(host, job))
    .returning({ id: imagingJobs.id })
  // The queue first: who is told that a job waits finds it there.
  // What is no longer this server's is none of its business in the queue either.
  if (waits !== undefined) await queue.giveBack(job.id)
}
