import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { orderStages, zoneOf } from '#core/commerce/orders/order-status.ts'
import {
  inMinutes,
  type PrintTimes,
  type QueuedPrint,
  readyRanges,
} from '#core/commerce/queue/waiting-time.ts'
import { canPrint } from '#core/commerce/stations/machine-state.ts'
import type { Minutes } from '#core/contract/entities/machine.ts'
import type { OwnTickets, QueueSnapshot } from '#core/contract/queue-events.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orderColumns, orders, printJobs } from '../database/schema.ts'

/** A machine's queue as everybody sees it, and whose its tickets are. */
export interface Queue {
  readonly snapshot: QueueSnapshot
  readonly own: ReadonlyMap<string, OwnTickets>
  /** When one more print would be ready; null where the machine cannot print now. */
  readonly nextReady: Minutes | null
}

const stagesInZones = orderStages.filter((stage) => zoneOf(stage) !== null)
/** More than any queue holds that a person can look at. */
const TICKETS_MAX = 200

/** Everything that is shown of a machine's queue. @throws Refused `machine-unknown` */
export async function readQueue(queries: Queries, machineId: string, now: Date): Promise<Queue> {
  const [machine] = await queries
    .select({ state: machines.state, faults: machines.faults })
    .from(machines)
    .where(eq(machines.id, machineId))
  if (machine === undefined) throw new Refused('machine-unknown')
  const rows = await queueRows(queries, machineId)
  const ready = canPrint(machine.state)
  const line = inLine(rows)
  const prints = line.map((row) => queuedPrint(row, now))
  const times = ready ? await printTimes(queries, machineId, now) : null
  const next: QueuedPrint = { kind: kindOfNext(rows), pieces: 1, elapsedMs: null }
  const ranges = times === null ? [] : readyRanges([...prints, next], times).map(inMinutes)
  const tickets = rows.flatMap((row) => {
    const { order } = row
    const zone = zoneOf(order.stage)
    if (zone === null) return []
    const place = line.indexOf(row)
    return {
      zone,
      printNumber: order.printNumber,
      stage: order.stage,
      kind: order.product.kind,
      sinceMs: order.changedAt.getTime(),
      before: place < 0 ? null : place,
      ready: (place < 0 ? null : ranges[place]) ?? null,
    }
  })
  return {
    snapshot: { machine, tickets },
    own: ownTickets(rows),
    nextReady: ranges.at(-1) ?? null,
  }
}

type QueueRow = Awaited<ReturnType<typeof queueRows>>[number]

const queueRows = async (queries: Queries, machineId: string) =>
  await queries
    .select({ order: orderColumns, job: printJobs })
    .from(orders)
    .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(and(eq(orders.machineId, machineId), inArray(orders.stage, stagesInZones)))
    .orderBy(asc(orders.printNumber))
    .limit(TICKETS_MAX)

/** What is printed now, then what waits: the longest in the queue first, as stations claim them. */
function inLine(rows: readonly QueueRow[]): readonly QueueRow[] {
  const working = ['claimed', 'printing']
  const rank = ({ job }: QueueRow) => (job !== null && working.includes(job.state) ? 0 : 1)
  return rows
    .filter(({ job }) => job !== null && [...working, 'queued'].includes(job.state))
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (one.job?.queuedAt.getTime() ?? 0) - (other.job?.queuedAt.getTime() ?? 0),
    )
}

const piecesOf = ({ stockItem, stockQuantity, quantity }: QueueRow['order']): number =>
  stockItem === null ? quantity : stockQuantity

const queuedPrint = ({ order, job }: QueueRow, now: Date): QueuedPrint => ({
  kind: order.product.kind,
  pieces: piecesOf(order),
  elapsedMs:
    job === null || job.state === 'queued'
      ? null
      : Math.max(0, now.getTime() - job.changedAt.getTime()),
})

const kindOfNext = (rows: readonly QueueRow[]): QueuedPrint['kind'] =>
  rows.at(-1)?.order.product.kind ?? 'phone-case'

function ownTickets(rows: readonly QueueRow[]): ReadonlyMap<string, OwnTickets> {
  const own = new Map<string, OwnTickets>()
  for (const { order } of rows) {
    const { customerId, printNumber, orderNumber } = order
    const earlier = own.get(customerId) ?? []
    own.set(customerId, [...earlier, { printNumber, order_number: orderNumber }])
  }
  return own
}

const SAMPLES = 60
const SAMPLE_DAYS = 14
const sampleSchema = z.object({
  kind: z.enum(['phone-case', 'cake']),
  pieces: z.coerce.number().positive(),
  ms: z.coerce.number().positive(),
})

/**
 * How long a machine's prints took lately: from when it was their turn (they were queued, and the
 * print before was out) to when they were out. So whatever held one up counts: a failed try, an empty
 * tray, a station that slept. What came from a neighbour or was printed again waited elsewhere.
 */
async function printTimes(queries: Queries, machineId: string, now: Date): Promise<PrintTimes> {
  const since = new Date(now.getTime() - SAMPLE_DAYS * 86_400_000)
  const { rows } = await queries.execute(sql`
    with ended as (
      select job_id, ended_at, lag(ended_at) over (order by ended_at) as before
      from print_attempts
      where machine_id = ${machineId} and outcome = 'printed' and ended_at > ${since.toISOString()}::timestamptz
      order by ended_at desc
      limit ${SAMPLES}
    )
    select o.product ->> 'kind' as kind,
      case when o.stock_item is null then o.quantity else o.stock_quantity end as pieces,
      extract(epoch from e.ended_at - greatest(e.before, j.queued_at)) * 1000 as ms
    from ended e
    join print_jobs j on j.id = e.job_id
    join orders o on o.id = j.order_id
    where not exists (
      select from order_events v
      where v.order_id = o.id and v.event in ('moved-to-neighbour', 'reprint-ordered')
    )`)
  const samples = rows.flatMap((row) => {
    const read = sampleSchema.safeParse(row)
    return read.success ? [read.data] : []
  })
  const of = (kind: QueuedPrint['kind']) =>
    samples.filter((each) => each.kind === kind).map(({ ms, pieces }) => ms / pieces)
  return { 'phone-case': of('phone-case'), cake: of('cake') }
}
