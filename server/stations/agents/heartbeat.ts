import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { faultsOf, type PrinterState } from '#core/commerce/stations/printer-faults.ts'
import type { Heartbeat } from '#core/contract/station/protocol.ts'
import type { Context } from '../../context.ts'
import { orders, printJobs } from '../../database/schema.ts'
import type { Hearing } from '../conditions.ts'
import { nextFirst } from '../line.ts'
import type { Agent } from './authenticate.ts'

const SHOWN = 12

/** What an agent tells of its printer; what its screen shows is the answer. */
export function openHeartbeats(
  context: Context,
  hear: Hearing,
): (
  agent: Agent,
  printer: { readonly state: PrinterState; readonly reasons: readonly string[] },
) => Promise<Heartbeat> {
  const printNumbers = (stages: Stages, order: readonly SQL[]) =>
    context.database
      .select({ printNumber: orders.printNumber })
      .from(orders)
      .innerJoin(printJobs, eq(printJobs.orderId, orders.id))
      .where(and(eq(orders.machineId, sql.placeholder('id')), inArray(orders.stage, stages)))
      .orderBy(...order)
      .limit(SHOWN)
  const waiting = printNumbers(['queuing', 'waiting-for-production'], nextFirst).prepare(
    'numbers_waiting',
  )
  const ready = printNumbers(
    ['production-finished', 'discharging'],
    [asc(orders.printNumber)],
  ).prepare('numbers_ready')

  return async (agent, printer) => {
    const faults = faultsOf(printer.state, printer.reasons)
    const machine = await hear(agent.machineId, faults, { by: agent.id })
    const { id, name, language, state, sheetWidthMm, sheetHeightMm } = machine
    const sheet = { widthMm: sheetWidthMm, heightMm: sheetHeightMm }
    return {
      machine: { id, name, language, state, sheet },
      claim: context.claims.forScreen(id),
      waiting: numbersOf(await waiting.execute({ id })),
      ready: numbersOf(await ready.execute({ id })),
    }
  }
}

type Stages = (typeof orders.$inferSelect)['stage'][]

const numbersOf = (rows: readonly { readonly printNumber: number }[]): number[] =>
  rows.map(({ printNumber }) => printNumber)
