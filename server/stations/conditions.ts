import { and, eq, exists, sql } from 'drizzle-orm'
import {
  type MachineConditions,
  type MachineState,
  machineStateOf,
} from '#core/commerce/stations/machine-state.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { machines, printJobs } from '../database/schema.ts'
import type { MachineRow } from './machines.ts'
import type { Said } from './waiting.ts'

/** What is learnt of a machine: what is not named stays as it is. */
export interface ConditionsChange extends Partial<Omit<MachineConditions, 'printing'>> {
  /** Its agent was heard then. */
  readonly lastSeenAt?: Date
}

/**
 * Writes what is learnt of a machine; its state follows from it, and who said so is answered. The
 * orders that wait there are held, resumed or told of another reason after that
 * (`waiting-orders.ts`): what a crash leaves is moved by the sweep. Without a change it looks again
 * whether something is printed there.
 * @param said who says so, and why; kept in the history of the orders
 * @returns the machine as it is now
 * @throws Refused `machine-unknown`
 */
export async function setConditions(
  context: Context,
  machineId: string,
  change: ConditionsChange,
  said: Said = {},
): Promise<MachineRow> {
  const { before, machine } = await context.database.transaction(async (tx) => {
    const before = await lockMachine(tx, machineId)
    const faults = change.faults === undefined ? before.faults : [...change.faults].sort()
    const conditions = { ...before, ...change, faults }
    const state = machineStateOf({ ...conditions, printing: await printsNow(tx, machineId) })
    const { maintenance, silent, lastSeenAt } = conditions
    const [machine] = await tx
      .update(machines)
      .set({ maintenance, silent, faults, lastSeenAt, state })
      .where(eq(machines.id, machineId))
      .returning()
    // A change of state tells by itself; who watches must hear of another reason for it as well.
    if (faults.join(' ') !== before.faults.join(' ')) {
      await tx.execute(sql`select pg_notify('queue_changed', ${machineId})`)
    }
    return { before, machine: machine ?? before }
  })
  if (meansAnother(before.state, machine.state)) context.waiting.follow(machineId, said)
  return machine
}

/** Writes what an agent says of its machine's faults, as {@link setConditions} does. */
export type Hearing = (
  machineId: string,
  faults: readonly string[],
  said: Said,
) => Promise<MachineRow>

/** Nearly always a machine is well, as it was: one statement then writes when it was heard. */
export function openHearing(context: Context): Hearing {
  const prints = context.database
    .select({ one: sql`1` })
    .from(printJobs)
    .where(and(eq(printJobs.machineId, machines.id), eq(printJobs.state, 'printing')))
  const wellAsBefore = context.database
    .update(machines)
    .set({ lastSeenAt: sql`${sql.placeholder('at')}` })
    .where(
      and(
        eq(machines.id, sql.placeholder('id')),
        eq(machines.maintenance, false),
        eq(machines.silent, false),
        eq(machines.faults, []),
        sql`${machines.state} = case when ${exists(prints)} then 'printing' else 'ready' end`,
      ),
    )
    .returning()
    .prepare('machine_heard')
  return async (id, faults, said) => {
    const at = context.now()
    const [well] = faults.length === 0 ? await wellAsBefore.execute({ id, at }) : []
    return well ?? setConditions(context, id, { silent: false, faults, lastSeenAt: at }, said)
  }
}

/** Two conditions of one machine that are learnt at once are written one after the other. */
async function lockMachine(tx: Queries, machineId: string): Promise<MachineRow> {
  const [row] = await tx
    .select()
    .from(machines)
    .where(eq(machines.id, machineId))
    .for('no key update')
  if (row === undefined) throw new Refused('machine-unknown')
  return row
}

async function printsNow(tx: Queries, machineId: string): Promise<boolean> {
  const [row] = await tx
    .select({ one: sql`1` })
    .from(printJobs)
    .where(and(eq(printJobs.machineId, machineId), eq(printJobs.state, 'printing')))
    .limit(1)
  return row !== undefined
}

/** `ready` and `printing` mean the same for who waits. */
const meansAnother = (before: MachineState, after: MachineState): boolean =>
  before !== after &&
  !(before === 'ready' && after === 'printing') &&
  !(before === 'printing' && after === 'ready')
