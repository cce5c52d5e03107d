import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Queries } from '../database/connect.ts'

/** A server says that it is there so often. */
export const BEAT_MS = 5_000
const SILENT_MS = 3 * BEAT_MS

const rowSchema = z.object({
  ahead: z.coerce.number(),
  slots: z.coerce.number(),
  slowness: z.coerce.number(),
})

/** How long who comes next waits, and how fast the servers are now. */
export interface Waiting {
  /** Null where no server runs image tools. */
  readonly seconds: number | null
  readonly slowness: number
}

/**
 * The work that is ahead of a turn, shared by the slots of all servers that are heard of.
 * @param beforeTurn of a job that waits; infinite for who would come now
 */
export async function waitingTime(queries: Queries, beforeTurn: number | null): Promise<Waiting> {
  const turn = beforeTurn ?? Number.MAX_SAFE_INTEGER
  const { rows } = await queries.execute(sql`
    with speed as (
      select coalesce(sum(slots), 0) as slots,
        coalesce(sum(slots * slowness) / nullif(sum(slots), 0), 1) as slowness
      from imaging_servers where seen_at > now() - ${SILENT_MS} * interval '1 ms'
    )
    select slots, slowness, (
      select coalesce(sum(case state
        when 'running' then greatest(1, cost_seconds * slowness
          - extract(epoch from now() - started_at))
        else cost_seconds * slowness end), 0)
      from imaging_jobs
      where state = 'running' or (state = 'waiting' and turn < ${turn})
    ) as ahead, (
      select count(*) from imaging_jobs where state = 'running'
        or (state = 'waiting' and turn < ${turn})
    ) as jobs from speed`)
  const { ahead, slots, slowness } = rowSchema.parse(rows[0])
  const jobs = z.coerce.number().parse(rows[0]?.['jobs'])
  if (slots === 0) return { seconds: null, slowness }
  // A free slot takes the next at once.
  return { seconds: jobs < slots ? 0 : Math.ceil(ahead / slots), slowness }
}

/** Seconds until the queue is short enough again; null where it is. */
export function tooLongBy(seconds: number): number | null {
  const most = limits.imagingWaitMaxMs / 1000
  return seconds <= most ? null : Math.max(5, Math.ceil(seconds - most))
}
