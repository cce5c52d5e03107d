import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PrintTimes, QueuedPrint } from '#core/commerce/queue/waiting-time.ts'
import type { Queries } from '../database/connect.ts'

const SAMPLES = 60
const SAMPLE_DAYS = 14
const sampleSchema = z.object({
  machine_id: z.string(),
  kind: z.enum(['phone-case', 'cake']),
  pieces: z.coerce.number().positive(),
  ms: z.coerce.number().positive(),
})
type Sample = z.output<typeof sampleSchema>

/**
 * How long the prints of each of these machines took lately: from when it was their turn (they were
 * queued, and the print before was out) to when they were out. So whatever held one up counts: a failed
 * try, an empty tray, a station that slept. What came from a neighbour or was printed again waited
 * elsewhere.
 */
export async function readPrintTimes(
  queries: Queries,
  machineIds: readonly string[],
  now: Date,
): Promise<(machineId: string) => PrintTimes> {
  const since = new Date(now.getTime() - SAMPLE_DAYS * 86_400_000)
  const { rows } = await queries.execute(sql`
    select m.id as machine_id, o.product ->> 'kind' as kind,
      case when o.stock_item is null then o.quantity else o.stock_quantity end as pieces,
      extract(epoch from e.ended_at - greatest(e.before, j.queued_at)) * 1000 as ms
    from machines m
    cross join lateral (
      select job_id, ended_at, lag(ended_at) over (order by ended_at) as before
      from print_attempts
      where machine_id = m.id and outcome = 'printed' and ended_at > ${since.toISOString()}::timestamptz
      order by ended_at desc
      limit ${SAMPLES}
    ) e
    join print_jobs j on j.id = e.job_id
    join orders o on o.id = j.order_id
    where m.id in ${[...machineIds]} and not exists (
      select from order_events v
      where v.order_id = o.id and v.event in ('moved-to-neighbour', 'reprint-ordered')
    )`)
  const samples = rows.flatMap((row) => {
    const read = sampleSchema.safeParse(row)
    return read.success ? [read.data] : []
  })
  return (machineId) => timesOf(samples.filter((each) => each.machine_id === machineId))
}

function timesOf(samples: readonly Sample[]): PrintTimes {
  const of = (kind: QueuedPrint['kind']) =>
    samples.filter((each) => each.kind === kind).map(({ ms, pieces }) => ms / pieces)
  return { 'phone-case': of('phone-case'), cake: of('cake') }
}
