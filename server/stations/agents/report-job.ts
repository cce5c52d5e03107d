import { and, eq, inArray } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import type { AttemptOutcome } from '#core/commerce/printing/print-jobs.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../../calls/refused.ts'
import type { Context } from '../../context.ts'
import {
  type OrderRow,
  orderColumns,
  orders,
  type PrintJobRow,
  printAttempts,
  printJobs,
} from '../../database/schema.ts'
import { moveOrder } from '../../orders/move-order.ts'
import type { Agent } from './authenticate.ts'
import { StationFault } from './station-fault.ts'

/** What an agent says of a job that it holds. */
export interface Report {
  readonly job: string
  readonly token: number
  readonly note?: string | undefined
}

/** How an agent may say that it is done with a job. */
export type Ending = 'printed' | 'failed' | 'unknown' | 'release'
type Reporting = Pick<Context, 'database' | 'now'>

const endings: Readonly<Record<Ending, { event: OrderEvent; outcome: AttemptOutcome }>> = {
  printed: { event: 'printed', outcome: 'printed' },
  failed: { event: 'print-failed', outcome: 'failed' },
  unknown: { event: 'print-lost', outcome: 'lost' },
  release: { event: 'claim-lapsed', outcome: 'lapsed' },
}

interface Found {
  readonly order: OrderRow
  readonly job: PrintJobRow
  readonly attempt: typeof printAttempts.$inferSelect
}

/**
 * From here the job may have been printed. Said again by the same claim, it is answered the same.
 * @throws StationFault `job-unknown`, `fenced`
 */
export async function beginJob(context: Reporting, agent: Agent, report: Report): Promise<void> {
  const leaseUntil = new Date(context.now().getTime() + limits.printLeaseMs)
  await untilSettled(async () => {
    const { order, job } = await find(context, agent, report)
    if (job.token !== report.token) throw new StationFault('fenced')
    if (job.state === 'printing') return
    await move(context, agent, order, 'printing-began', { token: report.token, leaseUntil })
  })
}

/**
 * How an attempt ended. Said again, it is answered the same; a word that comes after the print was
 * given up for lost still counts, as long as nobody decided otherwise.
 * @throws StationFault `job-unknown`, `fenced`
 */
export async function endJob(
  context: Reporting,
  agent: Agent,
  ending: Ending,
  report: Report,
): Promise<void> {
  const { event, outcome } = endings[ending]
  const { token, note } = report
  await untilSettled(async () => {
    const { order, job, attempt } = await find(context, agent, report)
    if (attempt.outcome === outcome) return
    if (job.token !== token) throw new StationFault('fenced')
    await move(context, agent, order, event, { token, ...(note !== undefined && { note }) })
  })
}

/** Makes the lease of a claim or a print longer. @throws StationFault `job-unknown`, `fenced` */
export async function extendLease(
  context: Reporting,
  agent: Agent,
  report: Report,
): Promise<number> {
  const { job } = await find(context, agent, report)
  const leaseMs = job.state === 'printing' ? limits.printLeaseMs : limits.claimLeaseMs
  const [extended] = await context.database
    .update(printJobs)
    .set({ leaseUntil: new Date(context.now().getTime() + leaseMs) })
    .where(
      and(
        eq(printJobs.id, job.id),
        eq(printJobs.token, report.token),
        eq(printJobs.state, job.state),
        inArray(printJobs.state, ['claimed', 'printing']),
      ),
    )
    .returning({ id: printJobs.id })
  if (extended === undefined) throw new StationFault('fenced')
  return leaseMs
}

/** The attempt that a report is about, of this agent's own. @throws StationFault `job-unknown` */
export async function find(
  { database }: Reporting,
  agent: Agent,
  { job, token }: Report,
): Promise<Found> {
  const [found] = await database
    .select({ order: orderColumns, job: printJobs, attempt: printAttempts })
    .from(printAttempts)
    .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
    .innerJoin(orders, eq(orders.id, printJobs.orderId))
    .where(
      and(
        eq(printAttempts.jobId, job),
        eq(printAttempts.token, token),
        eq(printAttempts.agentId, agent.id),
      ),
    )
  if (found === undefined) throw new StationFault('job-unknown')
  return found
}

type Print = { token: number; leaseUntil?: Date; note?: string }

const move = (
  context: Reporting,
  agent: Agent,
  order: OrderRow,
  event: OrderEvent,
  print: Print,
): Promise<unknown> =>
  moveOrder(context, order, {
    event,
    actor: 'station',
    by: agent.id,
    print,
    ...(print.note !== undefined && { note: print.note }),
  })

/** The clock, or the same report, may have moved the order between look and step: it looks again. */
async function untilSettled(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (first) {
    if (!(first instanceof Refused)) throw first
    try {
      await work()
    } catch (second) {
      throw second instanceof Refused ? new StationFault('fenced') : second
    }
  }
}
