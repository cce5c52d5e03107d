import { eq } from 'drizzle-orm'
import { canPrint, eventOfState } from '#core/commerce/stations/machine-state.ts'
import type { Queries } from '../database/connect.ts'
import { machines, type OrderRow } from '../database/schema.ts'
import { type Move, moveOrderIn } from './move-order.ts'

/**
 * Moves an order into its machine's queue; where the machine cannot print now, the order waits there
 * for it, and its customer is told why.
 */
export async function enterQueue(
  tx: Queries,
  order: OrderRow,
  move: Move,
  at: Date,
): Promise<OrderRow> {
  const queued = await moveOrderIn(tx, order, move, at)
  const [machine] = await tx
    .select({ state: machines.state })
    .from(machines)
    .where(eq(machines.id, queued.machineId))
  if (machine === undefined || canPrint(machine.state)) return queued
  return await moveOrderIn(tx, queued, { event: eventOfState[machine.state], actor: 'server' }, at)
}
