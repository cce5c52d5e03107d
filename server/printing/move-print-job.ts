import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import {
  type AttemptOutcome,
  type PrintJobStep,
  printJobTransitions,
} from '#core/commerce/printing/print-jobs.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { type OrderRow, type PrintJobRow, printAttempts, printJobs } from '../database/schema.ts'

/** What is said of a print with an event of its order. */
export interface PrintMove {
  /** The fencing token of who speaks; staff and clock hold none. */
  readonly token?: number
  readonly agentId?: string
  readonly leaseUntil?: Date
  /** Only where the lease was over then. */
  readonly leaseOverBy?: Date
  readonly note?: string
}

interface Moving {
  readonly order: OrderRow
  readonly move: { readonly print?: PrintMove; readonly note?: string }
  readonly at: Date
}

type JobColumns = Partial<Pick<PrintJobRow, 'machineId' | 'leaseUntil'>> & {
  readonly token?: SQL
}

/** The first time: an order that was paid waits to be printed. */
export async function queuePrint(tx: Queries, { order, at }: Moving): Promise<void> {
  const { id: orderId, machineId } = order
  await tx
    .insert(printJobs)
    .values({ orderId, machineId, state: 'queued', queuedAt: at, changedAt: at })
}

/** A station takes the job: the token grows, so that whoever held it before is not listened to. */
export async function claimPrint(tx: Queries, moving: Moving): Promise<void> {
  const { agentId, leaseUntil } = moving.move.print ?? {}
  if (leaseUntil === undefined) throw new Error('a claim has a lease')
  const token = sql`${printJobs.token} + 1`
  const job = await stepJob(tx, moving, 'claim', { token, leaseUntil })
  const { machineId } = job
  await tx
    .insert(printAttempts)
    .values({ jobId: job.id, token: job.token, machineId, agentId, claimedAt: moving.at })
}

/** Written down before the first byte goes to the printer. */
export async function beginPrint(tx: Queries, moving: Moving): Promise<void> {
  const { leaseUntil = null } = moving.move.print ?? {}
  const job = await stepJob(tx, moving, 'begin', { leaseUntil })
  await tx.update(printAttempts).set({ beganAt: moving.at }).where(openAttempt(job))
}

/** An attempt has an end, or nobody knows it. */
export async function endPrint(
  tx: Queries,
  moving: Moving,
  step: 'lapse' | 'finish' | 'fail' | 'lose',
  outcome: AttemptOutcome,
): Promise<void> {
  const job = await stepJob(tx, moving, step, { leaseUntil: null })
  const note = moving.move.print?.note ?? moving.move.note ?? null
  // What was lost and is known now replaces what was not.
  const lastAttempt = and(eq(printAttempts.jobId, job.id), eq(printAttempts.token, job.token))
  await tx.update(printAttempts).set({ endedAt: moving.at, outcome, note }).where(lastAttempt)
}

export async function holdPrint(tx: Queries, moving: Moving): Promise<void> {
  const job = await stepJob(tx, moving, 'hold', { leaseUntil: null })
  const ended = { endedAt: moving.at, outcome: 'held', note: moving.move.note ?? null } as const
  await tx.update(printAttempts).set(ended).where(openAttempt(job))
}

export async function cancelPrint(tx: Queries, moving: Moving): Promise<void> {
  const job = await stepJob(tx, moving, 'cancel', { leaseUntil: null })
  const ended = { endedAt: moving.at, outcome: 'given-up' } as const
  await tx.update(printAttempts).set(ended).where(openAttempt(job))
}

/** Back into the queue, in the place that it had. */
export async function resumePrint(
  tx: Queries,
  moving: Moving,
  step: 'resume' | 'reprint',
): Promise<void> {
  await stepJob(tx, moving, step, {})
}

/** The order's machine is another one by now. */
export async function movePrint(tx: Queries, moving: Moving): Promise<void> {
  await stepJob(tx, moving, 'move', { machineId: moving.order.machineId })
}

const openAttempt = ({ id, token }: PrintJobRow): SQL | undefined =>
  and(eq(printAttempts.jobId, id), eq(printAttempts.token, token), isNull(printAttempts.endedAt))

/** @throws Refused `order-moved-on` where the job stands elsewhere, or another holds it by now */
async function stepJob(
  tx: Queries,
  { order, move, at }: Moving,
  step: PrintJobStep,
  columns: JobColumns,
): Promise<PrintJobRow> {
  const { from, to } = printJobTransitions[step]
  const { token, leaseOverBy } = move.print ?? {}
  const [job] = await tx
    .update(printJobs)
    .set({ ...columns, state: to, changedAt: at })
    .where(
      and(
        eq(printJobs.orderId, order.id),
        inArray(printJobs.state, [...from]),
        token === undefined ? undefined : eq(printJobs.token, token),
        leaseOverBy === undefined ? undefined : lt(printJobs.leaseUntil, leaseOverBy),
      ),
    )
    .returning()
  if (job === undefined) throw new Refused('order-moved-on')
  return job
}
