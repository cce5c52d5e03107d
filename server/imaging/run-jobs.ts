import { randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { limits } from '#core/limits.ts'
import type { Context } from '../context.ts'
import { imagingJobs, imagingServers } from '../database/schema.ts'
import { repeat } from '../operation/sweeps.ts'
import type { ImagingPool } from './pool.ts'
import type { ImagingQueue } from './queue.ts'
import { runJob } from './run-job.ts'
import { BEAT_MS } from './waiting.ts'

/** News may be missed; then a job is found so late. */
const LOOK_MS = 2_000
const LOST_MS = 60_000
/** How much the last job counts for how slow this server is. */
const NEW_WEIGHT = 0.3
/** A few small photos must not promise that a large one takes no time. */
const FASTEST = 0.1

export interface ImagingWork {
  /** Gives back what runs here, to be run by another server, and waits for it. */
  readonly stop: () => Promise<void>
}

/** Takes jobs whose turn it is, as many at once as this server has slots. */
export async function runImagingJobs(
  context: Context,
  queue: ImagingQueue,
  pool: ImagingPool,
): Promise<ImagingWork> {
  const { database, log, news } = context
  const server = randomUUID()
  const leaving = new AbortController()
  const running = new Set<Promise<void>>()
  let slowness = 1

  const beat = async () => {
    const row = { id: server, slots: pool.slots, slowness, seenAt: sql`now()` }
    await database
      .insert(imagingServers)
      .values(row)
      .onConflictDoUpdate({ target: imagingServers.id, set: row })
    await database
      .delete(imagingServers)
      .where(lt(imagingServers.seenAt, sql`now() - interval '1 hour'`))
  }
  const measured = (ratio: number) => {
    slowness = Math.max(FASTEST, slowness + NEW_WEIGHT * (ratio - slowness))
  }

  let taking: Promise<void> | null = null
  let again = false
  const fill = async () => {
    while (running.size < pool.slots && !leaving.signal.aborted) {
      const id = await queue.take()
      if (id === null) return
      const job = runJob({ context, queue, pool, server, leaving: leaving.signal, measured }, id)
        .catch((err: unknown) => log.error({ err }, 'a job of imaging could not be ended'))
        .finally(() => {
          running.delete(job)
          look()
        })
      running.add(job)
    }
  }
  const look = () => {
    if (leaving.signal.aborted) return
    again = taking !== null
    taking ??= fill()
      .catch((err: unknown) => log.warn({ err }, 'the queue of imaging does not answer'))
      .finally(() => {
        taking = null
        if (again) look()
      })
  }

  await beat()
  const unhear = news.on('imaging_due', '', look)
  const turns = [
    repeat('imaging servers', BEAT_MS, beat, context),
    repeat('imaging queue', LOOK_MS, async () => look(), context),
    repeat('lost imaging jobs', BEAT_MS, () => giveBackLost(context, queue), context),
    repeat('imaging jobs without a turn', LOST_MS, () => queueAgain(context, queue), context),
  ]
  look()
  return {
    stop: async () => {
      unhear()
      leaving.abort()
      for (const turn of turns) await turn.stop()
      await taking
      await Promise.all(running)
      // Without a database its row grows old, and others take what it held.
      await database
        .delete(imagingServers)
        .where(eq(imagingServers.id, server))
        .catch((err: unknown) => log.warn({ err }, 'a server of imaging stays listed'))
    },
  }
}

/** What a dead server held is run by another one; what has ended several is tried no more. */
export async function giveBackLost(
  { database }: Pick<Context, 'database'>,
  queue: ImagingQueue,
): Promise<void> {
  const silent = sql`now() - ${limits.imagingLeaseMs} * interval '1 ms'`
  const lost = and(eq(imagingJobs.state, 'running'), lt(imagingJobs.seenAt, silent))
  for (const { id, tries } of await database.select().from(imagingJobs).where(lost)) {
    const isHopeless = tries >= limits.imagingTriesMax
    const next = isHopeless
      ? {
          state: 'failed' as const,
          fault: { code: 'imaging-failed' as const, params: {} },
          endedAt: sql`now()`,
        }
      : { state: 'waiting' as const, server: null, progress: null }
    const [moved] = await database
      .update(imagingJobs)
      .set(next)
      .where(and(eq(imagingJobs.id, id), lost))
      .returning({ id: imagingJobs.id })
    if (moved === undefined) continue
    await (isHopeless ? queue.remove(id) : queue.giveBack(id))
  }
}

/** A job that waits while the queue does not know it: a server was killed between the two. */
async function queueAgain(
  { database }: Pick<Context, 'database'>,
  queue: ImagingQueue,
): Promise<void> {
  const waiting = await database.select().from(imagingJobs).where(eq(imagingJobs.state, 'waiting'))
  for (const { id, turn } of waiting) {
    if (await queue.has(id)) continue
    await queue.remove(id)
    await queue.add(database, id, turn)
  }
}
