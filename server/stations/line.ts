import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PrintJobState } from '#core/commerce/printing/print-jobs.ts'
import type { QueuedPrint } from '#core/commerce/queue/waiting-time.ts'
import type { Queries } from '../database/connect.ts'
import { orderColumns, orders, type PrintJobRow, printJobs } from '../database/schema.ts'

/** Jobs that stand in their machine's line: what a station has in hand, and what waits for one. */
const lineStates: PrintJobState[] = ['claimed', 'printing', 'queued']

/**
 * Who is next of those who wait at one machine: whoever entered the queue first; of those who entered
 * it at once, the lower print number, which a machine gives once. The index `print_jobs_queue` serves
 * it. A job that is held, moved or printed again keeps the time at which it first entered the queue.
 */
export const nextFirst: readonly SQL[] = [asc(printJobs.queuedAt), asc(orders.printNumber)]

const rank = sql`case when ${printJobs.state} in ('claimed', 'printing') then 0
  when ${printJobs.state} = 'queued' then 1 end`

/** A machine's whole line: what a station has in hand comes before what waits, all else after them. */
export const lineFirst: readonly SQL[] = [
  asc(rank),
  sql`case when ${rank} is not null then ${printJobs.queuedAt} end`,
  sql`case when ${rank} is not null then ${orders.printNumber} end`,
]

/** Whether a job stands in its machine's line. */
export const isInLine = <Job extends Pick<PrintJobRow, 'state'>>(job: Job | null): job is Job =>
  job !== null && lineStates.includes(job.state)

type Printable = Pick<
  typeof orders.$inferSelect,
  'product' | 'quantity' | 'stockItem' | 'stockQuantity'
>

/** A job of the line as its time is reckoned. */
export const queuedPrint = (
  { product, stockItem, quantity, stockQuantity }: Printable,
  { state, changedAt }: Pick<PrintJobRow, 'state' | 'changedAt'>,
  now: Date,
): QueuedPrint => ({
  kind: product.kind,
  pieces: stockItem === null ? quantity : stockQuantity,
  elapsedMs: state === 'queued' ? null : Math.max(0, now.getTime() - changedAt.getTime()),
})

/** The lines of several machines, read at once; a machine without one has no entry. */
export async function readLines(
  queries: Queries,
  machineIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly QueuedPrint[]>> {
  const { product, quantity, stockItem, stockQuantity } = orderColumns
  const rows = await queries
    .select({
      machineId: printJobs.machineId,
      order: { product, quantity, stockItem, stockQuantity },
      job: { state: printJobs.state, changedAt: printJobs.changedAt },
    })
    .from(printJobs)
    .innerJoin(orders, eq(orders.id, printJobs.orderId))
    .where(and(inArray(printJobs.machineId, [...machineIds]), inArray(printJobs.state, lineStates)))
    .orderBy(...lineFirst)
  const lines = new Map<string, QueuedPrint[]>()
  for (const { machineId, order, job } of rows) {
    const line = lines.get(machineId) ?? []
    line.push(queuedPrint(order, job, now))
    lines.set(machineId, line)
  }
  return lines
}
