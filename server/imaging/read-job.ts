import { and, eq } from 'drizzle-orm'
import type { ImagingJob } from '#core/contract/entities/imaging-job.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { type ImagingRow, imagingJobs } from '../database/schema.ts'
import { waitingTime } from './waiting.ts'

/** An own job. @throws Refused `imaging-unknown`, for another's too */
export async function ownJob(
  queries: Queries,
  customerId: string,
  id: string,
): Promise<ImagingRow> {
  const [row] = await queries
    .select()
    .from(imagingJobs)
    .where(and(eq(imagingJobs.id, id), eq(imagingJobs.customerId, customerId)))
  if (row === undefined) throw new Refused('imaging-unknown')
  return row
}

/** A job as its customer sees it. */
export async function shownJob(queries: Queries, row: ImagingRow): Promise<ImagingJob> {
  const { id, tool, state, progress, fault, result, matte, things } = row
  const waits = state === 'waiting' ? await waitingTime(queries, row.turn) : null
  return {
    id,
    tool,
    state,
    progress: state === 'running' ? progress : null,
    waitSeconds: waits === null ? null : (waits.seconds ?? 0),
    fault,
    result,
    matte,
    things,
    deletedAtMs: row.createdAt.getTime() + limits.imagingKeptMs,
  }
}
