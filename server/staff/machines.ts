import { asc, eq, sql } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { StaffMachine } from '#core/contract/entities/staff.ts'
import type { Handlers, StaffCaller } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orders } from '../database/schema.ts'
import { type ConditionsChange, setConditions } from '../stations/conditions.ts'
import { actOnce, wasDone } from './audit.ts'
import { machinesOf, ownMachine } from './scope.ts'

const counted = (...stages: readonly string[]) =>
  sql<number>`(count(*) filter (where ${orders.stage} in (${sql.join(
    stages.map((stage) => sql`${stage}`),
    sql`, `,
  )})))::int`

/** The machines of a caller, or one of them, as they stand. */
async function listMachines(
  queries: Queries,
  caller: StaffCaller,
  machineId?: string,
): Promise<StaffMachine[]> {
  const rows = await queries
    .select({
      machine: machines,
      waiting: counted('waiting-for-production', 'queuing', 'in-production', 'printing'),
      held: counted('device-fault', 'awaiting-stock-in', 'resting'),
      unknown: counted('print-unknown'),
    })
    .from(machines)
    .leftJoin(
      orders,
      sql`${orders.machineId} = ${machines.id} and ${orders.status} = ${orderStatus.UNDELIVER}`,
    )
    .where(
      machineId === undefined
        ? sql`${machines.id} in ${machinesOf(caller)}`
        : eq(machines.id, machineId),
    )
    .groupBy(machines.id)
    .orderBy(asc(machines.id))
  return rows.map(({ machine, ...counts }) => ({
    machine_id: machine.id,
    name: machine.name,
    address: machine.address,
    state: machine.state,
    maintenance: machine.maintenance,
    faults: machine.faults,
    lastSeenAtMs: machine.lastSeenAt?.getTime() ?? null,
    ...counts,
  }))
}

type MachineServices = 'staffMachines' | 'setMaintenance' | 'clearFaults'

/** Machines as who works with them sees them. */
export function staffMachineHandlers(context: Context): Handlers<MachineServices> {
  const { database } = context

  /**
   * A machine's conditions are written in transactions of their own, so the trail follows them; a
   * crash between leaves the caller without an answer, and the same call again writes both.
   */
  const change = async (
    caller: StaffCaller,
    act: 'maintenance-set' | 'maintenance-ended' | 'faults-cleared',
    request: { machine_id: string; reason: string; idempotencyKey: string },
    conditions: ConditionsChange,
  ): Promise<StaffMachine> => {
    const before = await ownMachine(database, caller, request.machine_id)
    const { reason, idempotencyKey: key } = request
    const said = { by: caller.username, note: reason }
    const did = { key, act, subject: before.id, request }
    if (!(await wasDone(database, caller, did))) {
      const after = await setConditions(context, before.id, conditions, said)
      const { maintenance, faults, state } = after
      await actOnce(context, caller, did, async () => ({
        machineId: before.id,
        reason,
        before: { maintenance: before.maintenance, faults: before.faults, state: before.state },
        after: { maintenance, faults, state },
      }))
    }
    const [machine] = await listMachines(database, caller, before.id)
    if (machine === undefined) throw new Error('a machine was there before')
    return machine
  }

  return {
    staffMachines: ({ caller }) => listMachines(database, caller),

    setMaintenance: ({ request, caller }) =>
      change(caller, request.maintenance ? 'maintenance-set' : 'maintenance-ended', request, {
        maintenance: request.maintenance,
      }),

    clearFaults: ({ request, caller }) => change(caller, 'faults-cleared', request, { faults: [] }),
  }
}
