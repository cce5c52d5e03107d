import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { StaffCaller } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { machines, staffMachines } from '../database/schema.ts'

type Scope = Pick<StaffCaller, 'accountId' | 'role' | 'partnerId'>

/** The ids of the machines that are a caller's, as a query of its own. */
export function machinesOf({ accountId, role, partnerId }: Scope): SQL {
  if (role === 'partner') {
    return sql`(select ${machines.id} from ${machines} where ${machines.partnerId} = ${partnerId})`
  }
  if (role === 'staff') {
    return sql`(select ${staffMachines.machineId} from ${staffMachines} where ${staffMachines.accountId} = ${accountId})`
  }
  return sql`(select ${machines.id} from ${machines} where false)`
}

/** @throws Refused `machine-unknown` for another's machine as for none */
export async function ownMachine(queries: Queries, caller: Scope, machineId: string) {
  const [row] = await queries
    .select()
    .from(machines)
    .where(and(eq(machines.id, machineId), sql`${machines.id} in ${machinesOf(caller)}`))
  if (row === undefined) throw new Refused('machine-unknown')
  return row
}
