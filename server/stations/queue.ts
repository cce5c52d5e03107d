import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { orderStages, zoneOf } from '#core/commerce/orders/order-status.ts'
import type { PrintJobState } from '#core/commerce/printing/print-jobs.ts'
import { inMinutes, type PrintTimes, readyRanges } from '#core/commerce/queue/waiting-time.ts'
import { canPrint } from '#core/commerce/stations/machine-state.ts'
import type { OwnTickets, QueueSnapshot } from '#core/contract/queue-events.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orders, printJobs } from '../database/schema.ts'
import { isInLine, lineFirst, queuedPrint } from './line.ts'
import { readPrintTimes } from './print-times.ts'

/** A machine's queue as everybody sees it, and whose its tickets are. */
export interface Queue {
  readonly snapshot: QueueSnapshot
  readonly own: ReadonlyMap<string, OwnTickets>
}

const stagesInZones = orderStages.filter((stage) => zoneOf(stage) !== null)
/** More than any queue holds that a person can look at. */
const TICKETS_MAX = 200

/** Everything that is shown of a machine's queue. @throws Refused `machine-unknown` */
export async function readQueue(queries: Queries, machineId: string, now: Date): Promise<Queue> {
  const [queue] = await readQueues(queries, [machineId], now)
  if (!queue) throw new Refused('machine-unknown')
  return queue
}

/**
 * The queues of several machines, in their order; null where there is no such machine. Three queries
 * at most, however many they are.
 */
export async function readQueues(
  queries: Queries,
  machineIds: readonly string[],
  now: Date,
): Promise<readonly (Queue | null)[]> {
  const found = await queries
    .select({ id: machines.id, state: machines.state, faults: machines.faults })
    .from(machines)
    .where(inArray(machines.id, [...machineIds]))
  const rows = await queueRows(
    queries,
    found.map(({ id }) => id),
  )
  const queues = found.map(({ id, ...machine }) => {
    const own = rows.filter(({ machineId }) => machineId === id)
    const line = own.flatMap(({ order, job }) => (isInLine(job) ? [{ order, job }] : []))
    return { id, machine, rows: own, line }
  })
  // Where nothing waits or nothing is printed no time is promised.
  const promising = queues.filter(({ machine, line }) => canPrint(machine.state) && line.length > 0)
  const ids = promising.map(({ id }) => id)
  const times = ids.length === 0 ? null : await readPrintTimes(queries, ids, now)
  const made = new Map(
    queues.map((each) => {
      const known = times !== null && promising.includes(each) ? times(each.id) : null
      return [each.id, queueOf(each, known, now)] as const
    }),
  )
  return machineIds.map((id) => made.get(id) ?? null)
}

type QueueRow = Awaited<ReturnType<typeof queueRows>>[number]

interface Standing {
  readonly machine: QueueSnapshot['machine']
  readonly rows: readonly QueueRow[]
  readonly line: readonly {
    readonly order: QueueRow['order']
    readonly job: NonNullable<QueueRow['job']>
  }[]
}

function queueOf({ machine, rows, line }: Standing, times: PrintTimes | null, now: Date): Queue {
  const prints = line.map(({ order, job }) => queuedPrint(order, job, now))
  const ranges = times === null ? [] : readyRanges(prints, times).map(inMinutes)
  const places = new Map(line.map(({ order }, place) => [order.printNumber, place]))
  const tickets = byPrintNumber(rows).flatMap(({ order }) => {
    const zone = zoneOf(order.stage)
    if (zone === null) return []
    const place = places.get(order.printNumber) ?? null
    return {
      zone,
      printNumber: order.printNumber,
      stage: order.stage,
      kind: order.product.kind,
      sinceMs: order.changedAt.getTime(),
      before: place,
      ready: (place === null ? null : ranges[place]) ?? null,
    }
  })
  return { snapshot: { machine, tickets }, own: ownTickets(rows) }
}

/** Each machine's line first; of its others, those that came last. */
async function queueRows(queries: Queries, machineIds: readonly string[]) {
  if (machineIds.length === 0) return []
  const order = sql.join([...lineFirst, desc(orders.printNumber)], sql`, `)
  const ranked = queries
    .select({
      machineId: orders.machineId,
      stage: orders.stage,
      printNumber: orders.printNumber,
      orderNumber: orders.orderNumber,
      customerId: orders.customerId,
      product: orders.product,
      quantity: orders.quantity,
      stockItem: orders.stockItem,
      stockQuantity: orders.stockQuantity,
      changedAt: orders.changedAt,
      jobState: sql<PrintJobState | null>`${printJobs.state}`.as('job_state'),
      jobChangedAt: sql<Date | null>`${printJobs.changedAt}`
        .mapWith(printJobs.changedAt)
        .as('job_changed_at'),
      rank: sql<number>`row_number() over (partition by ${orders.machineId} order by ${order})`.as(
        'rank',
      ),
    })
    .from(orders)
    .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(and(inArray(orders.machineId, [...machineIds]), inArray(orders.stage, stagesInZones)))
    .as('ranked')
  const rows = await queries
    .select()
    .from(ranked)
    .where(lte(ranked.rank, TICKETS_MAX))
    .orderBy(ranked.machineId, ranked.rank)
  return rows.map(({ machineId, jobState, jobChangedAt, rank: _rank, ...order }) => {
    const job =
      jobState === null || jobChangedAt === null
        ? null
        : { state: jobState, changedAt: jobChangedAt }
    return { machineId, order, job }
  })
}

const byPrintNumber = (rows: readonly QueueRow[]): readonly QueueRow[] =>
  rows.toSorted((one, other) => one.order.printNumber - other.order.printNumber)

function ownTickets(rows: readonly QueueRow[]): ReadonlyMap<string, OwnTickets> {
  const own = new Map<string, OwnTickets>()
  for (const { order } of rows) {
    const { customerId, printNumber, orderNumber } = order
    const earlier = own.get(customerId) ?? []
    own.set(customerId, [...earlier, { printNumber, order_number: orderNumber }])
  }
  return own
}
