import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { faultsOf, type PrinterState } from '#core/commerce/stations/printer-faults.ts'
import type { Heartbeat } from '#core/contract/station/protocol.ts'
import type { Context } from '../../context.ts'
import { orders, printJobs } from '../../database/schema.ts'
import { setConditions } from '../conditions.ts'
import { nextFirst } from '../line.ts'
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
    waiting: await printNumbers(context, id, ['queuing', 'waiting-for-production'], nextFirst),
    ready: await printNumbers(
      context,
      id,
      ['production-finished', 'discharging'],
      [asc(orders.printNumber)],
    ),
  }
}

type Stages = (typeof orders.$inferSelect)['stage'][]

async function printNumbers(
  context: Context,
  machineId: string,
  stages: Stages,
  order: readonly SQL[],
) {
  const rows = await context.database
    .select({ printNumber: orders.printNumber })
    .from(orders)
    .innerJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(and(eq(orders.machineId, machineId), inArray(orders.stage, stages)))
    .orderBy(...order)
    .limit(SHOWN)
  return rows.map(({ printNumber }) => printNumber)
}
