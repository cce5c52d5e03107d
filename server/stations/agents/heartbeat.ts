import { and, asc, eq, inArray } from 'drizzle-orm'
import { faultsOf, type PrinterState } from '#core/commerce/stations/printer-faults.ts'
import type { Heartbeat } from '#core/contract/station/protocol.ts'
import type { Context } from '../../context.ts'
import { orders } from '../../database/schema.ts'
import { setConditions } from '../conditions.ts'
import type { Agent } from './authenticate.ts'

const SHOWN = 12

/** What an agent tells of its printer; what its screen shows is the answer. */
export async function heartbeatOf(
  context: Context,
  agent: Agent,
  printer: { readonly state: PrinterState; readonly reasons: readonly string[] },
): Promise<Heartbeat> {
  const machine = await setConditions(
    context,
    agent.machineId,
    {
      silent: false,
      faults: faultsOf(printer.state, printer.reasons),
      lastSeenAt: context.now(),
    },
    { by: agent.id },
  )
  const { id, name, language, state, sheetWidthMm, sheetHeightMm } = machine
  return {
    machine: {
      id,
      name,
      language,
      state,
      sheet: { widthMm: sheetWidthMm, heightMm: sheetHeightMm },
    },
    claim: context.claims.forScreen(id),
    waiting: await printNumbers(context, id, ['queuing', 'waiting-for-production']),
    ready: await printNumbers(context, id, ['production-finished', 'discharging']),
  }
}

type Stages = (typeof orders.$inferSelect)['stage'][]

async function printNumbers(context: Context, machineId: string, stages: Stages) {
  const rows = await context.database
    .select({ printNumber: orders.printNumber })
    .from(orders)
    .where(and(eq(orders.machineId, machineId), inArray(orders.stage, stages)))
    .orderBy(asc(orders.printNumber))
    .limit(SHOWN)
  return rows.map(({ printNumber }) => printNumber)
}
