import { and, asc, eq, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { OrderStage } from '#core/commerce/orders/order-status.ts'
import { eventOfState, type MachineState } from '#core/commerce/stations/machine-state.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import {
  machines,
  type OrderRow,
  orderColumns,
  orders,
  printAttempts,
  printJobs,
} from '../database/schema.ts'
import { type Move, moveOrder } from '../orders/move-order.ts'

/** Who says something of a machine, and why. */
export interface Said {
  /** Who of the staff, which agent. */
  readonly by?: string
  readonly note?: string
}

/** A print that failed so often is tried again by staff alone. */
const PRINT_TRIES = 3

/** Orders moved in one go; the sweep takes the next. */
const AT_ONCE = 500

const heldStages: OrderStage[] = ['device-fault', 'awaiting-stock-in', 'resting']
const waitingStages: OrderStage[] = ['waiting-for-production', 'queuing']
const working: MachineState[] = ['ready', 'printing']

const failures = sql`(
  select count(*) from ${printAttempts}
  join ${printJobs} on ${printJobs.id} = ${printAttempts.jobId}
  where ${printJobs.orderId} = ${orders.id} and ${printAttempts.outcome} = 'failed'
)`

/** Orders that are held where their machine prints, or wait where it does not. */
const misplaced = or(
  and(
    inArray(machines.state, working),
    inArray(orders.stage, heldStages),
    lt(failures, PRINT_TRIES),
  ),
  and(not(inArray(machines.state, working)), inArray(orders.stage, waitingStages)),
)

/**
 * Holds the orders that wait at a machine that cannot print, and resumes those that are held at one
 * that can, in the order of their print numbers.
 * @param machineId every machine's where it is null
 * @returns how many were moved
 */
export async function moveWaiting(
  context: Context,
  machineId: string | null,
  { by, note }: Said = {},
): Promise<number> {
  const at = machineId === null ? undefined : eq(orders.machineId, machineId)
  const rows = await find(context, and(misplaced, at))
  let moved = 0
  for (const { order, state } of rows) {
    const event = eventOfState[state]
    const move: Move = { event, actor: 'server', ...(by && { by }), ...(note && { note }) }
    if (await isMoved(context, order, move)) moved++
  }
  return moved
}

/** Orders that nobody has paid yet do not wait for a machine that staff closed. */
export async function callOffUnpaid(
  context: Context,
  machineId: string,
  { by, note }: Said,
): Promise<void> {
  const unpaid = and(eq(orders.machineId, machineId), eq(orders.stage, 'waiting-for-payment'))
  const said = { ...(by && { by }), ...(note && { note }) }
  for (const { order } of await find(context, unpaid)) {
    await isMoved(context, order, { event: 'item-or-station-gone', actor: 'server', ...said })
  }
}

const find = (context: Context, where: SQL | undefined) =>
  context.database
    .select({ order: orderColumns, state: machines.state })
    .from(orders)
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .where(where)
    .orderBy(asc(orders.machineId), asc(orders.printNumber))
    .limit(AT_ONCE)

async function isMoved(context: Context, order: OrderRow, move: Move): Promise<boolean> {
  try {
    await moveOrder(context, order, move)
    return true
  } catch (thrown) {
    // Refused: it was claimed, cancelled or moved meanwhile.
    if (!(thrown instanceof Refused)) {
      const { event } = move
      context.log.error({ err: thrown, order: order.orderNumber, event }, 'a waiting order stays')
    }
    return false
  }
}
