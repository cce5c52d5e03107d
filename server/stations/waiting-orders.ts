import { and, asc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import type { OrderStage } from '#core/commerce/orders/order-status.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import {
  canPrint,
  eventOfState,
  type MachineState,
  machineStates,
} from '#core/commerce/stations/machine-state.ts'
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
import { nextFirst } from './line.ts'
import type { Said, WaitingOrders } from './waiting.ts'

type Moving = Pick<Context, 'database' | 'now' | 'log'>

/** A print that failed so often is tried again by staff alone. */
const PRINT_TRIES = 3
/** Orders read at once. */
const BATCH = 50
/** Machines whose orders are moved at once. */
const MACHINES = 4

const heldStages: OrderStage[] = ['device-fault', 'awaiting-stock-in', 'resting']
const waitingStages: OrderStage[] = ['waiting-for-production', 'queuing']
const working = machineStates.filter(canPrint)

const failures = sql`(
  select count(*) from ${printAttempts}
  where ${printAttempts.jobId} = ${printJobs.id} and ${printAttempts.outcome} = 'failed'
)`
/** Others are held for what they are, not for what their machine is. */
const mayBeTried = lt(failures, PRINT_TRIES)

/** Where orders wait for a machine in a state in which it cannot print. */
function stageAt(state: MachineState): OrderStage {
  const step = stepOrder({ stage: 'queuing', pickup: true }, eventOfState[state], 'server')
  if (step.kind !== 'moved') throw new Error(`no order is held at a machine that is ${state}`)
  return step.to.stage
}

const heldWrongly = or(
  ...machineStates
    .filter((state) => !canPrint(state))
    .map((state) => and(eq(machines.state, state), ne(orders.stage, stageAt(state)))),
)

/**
 * Orders that are held where their machine prints, wait where it does not, or are held for another
 * reason than the machine has now; and those that nobody has paid yet where staff closed it.
 */
const misplaced = or(
  and(inArray(machines.state, working), inArray(orders.stage, heldStages), mayBeTried),
  and(sql`not ${inArray(machines.state, working)}`, inArray(orders.stage, waitingStages)),
  and(heldWrongly, inArray(orders.stage, heldStages), mayBeTried),
  and(eq(machines.state, 'maintenance'), eq(orders.stage, 'waiting-for-payment')),
)

/** Machines with orders that do not fit their state, as a crash leaves them. */
export async function misplacedAt({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const rows = await database
    .selectDistinct({ id: orders.machineId })
    .from(orders)
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(misplaced)
  return rows.map(({ id }) => id)
}

/** Opens what moves orders after their machines, one by one and each in a transaction of its own. */
export function openWaitingOrders(context: Moving): WaitingOrders {
  const asked = new Map<string, Said>()
  const running = new Map<string, Promise<void>>()
  let closed = false

  const start = () => {
    for (const [machineId, said] of asked) {
      if (closed || running.size >= MACHINES) return
      if (running.has(machineId)) continue
      asked.delete(machineId)
      const work = moveAt(context, machineId, said, () => closed)
        // The sweep finds them again.
        .catch((thrown: unknown) =>
          context.log.error(
            { err: thrown, machine: machineId },
            'orders do not follow their machine',
          ),
        )
        .finally(() => {
          running.delete(machineId)
          start()
        })
      running.set(machineId, work)
    }
  }
  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  return {
    follow: (machineId, said = {}) => {
      if (closed) return
      asked.set(machineId, said)
      start()
    },
    settled,
    close: async () => {
      closed = true
      await settled()
    },
  }
}

/** An order that cannot be moved holds no other up. */
async function moveAt(
  context: Moving,
  machineId: string,
  { by, note }: Said,
  isOver: () => boolean,
): Promise<void> {
  for (let left = 0; ; ) {
    const rows = await find(context, machineId, left)
    for (const { order, machine } of rows) {
      if (isOver()) return
      const why = note ?? noteOf(machine)
      const move: Move = {
        event: eventFor(order, machine.state),
        actor: 'server',
        ...(by && { by }),
        ...(why && { note: why }),
      }
      if (!(await isMoved(context, order, move))) left++
    }
    if (rows.length < BATCH) return
  }
}

/** Whoever is next in line is moved first. */
const find = ({ database }: Moving, machineId: string, left: number) =>
  database
    .select({ order: orderColumns, machine: machines })
    .from(orders)
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .leftJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(and(misplaced, eq(orders.machineId, machineId)))
    .orderBy(...nextFirst, asc(orders.id))
    .limit(BATCH)
    .offset(left)

const eventFor = ({ stage }: OrderRow, state: MachineState): OrderEvent =>
  stage === 'waiting-for-payment' ? 'item-or-station-gone' : eventOfState[state]

const noteOf = ({ silent, faults }: typeof machines.$inferSelect): string =>
  silent ? 'silent' : faults.join(' ')

async function isMoved(context: Moving, order: OrderRow, move: Move): Promise<boolean> {
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
