import { and, desc, eq, inArray } from 'drizzle-orm'
import { orderStages, zoneOf } from '#core/commerce/orders/order-status.ts'
import { inMinutes, readyRanges } from '#core/commerce/queue/waiting-time.ts'
import { canPrint } from '#core/commerce/stations/machine-state.ts'
import type { OwnTickets, QueueSnapshot } from '#core/contract/queue-events.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orderColumns, orders, printJobs } from '../database/schema.ts'
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
  const [machine] = await queries
    .select({ state: machines.state, faults: machines.faults })
    .from(machines)
    .where(eq(machines.id, machineId))
  if (machine === undefined) throw new Refused('machine-unknown')
  const rows = await queueRows(queries, machineId)
  const ready = canPrint(machine.state)
  const line = rows.filter(({ job }) => isInLine(job))
  const prints = line.flatMap(({ order, job }) => (job ? [queuedPrint(order, job, now)] : []))
  const times = ready ? await readPrintTimes(queries, [machineId], now) : null
  const ranges = times === null ? [] : readyRanges(prints, times(machineId)).map(inMinutes)
  const tickets = byPrintNumber(rows).flatMap((row) => {
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
  }
}

type QueueRow = Awaited<ReturnType<typeof queueRows>>[number]

/** The machine's line first; of the others, those that came last. */
const queueRows = async (queries: Queries, machineId: string) =>
  await queries
    .select({ order: orderColumns, job: printJobs })
    .from(orders)
    .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(and(eq(orders.machineId, machineId), inArray(orders.stage, stagesInZones)))
    .orderBy(...lineFirst, desc(orders.printNumber))
    .limit(TICKETS_MAX)

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
