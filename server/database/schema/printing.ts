import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AttemptOutcome, PrintJobState } from '#core/commerce/printing/print-jobs.ts'
import { moment, now } from './moments.ts'
import { orders } from './orders.ts'
import { machines, stationAgents } from './stations.ts'

/** The print of an order: one job, whatever happens to it. */
export const printJobs = pgTable(
  'print_jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id),
    state: text('state').$type<PrintJobState>().notNull(),
    /** The fencing token: grows with every claim, and only its holder is listened to. */
    token: integer('token').notNull().default(0),
    /** A claim that has not begun to print by then lapses; a print that is not heard of is lost. */
    leaseUntil: moment('lease_until'),
    queuedAt: now('queued_at'),
    changedAt: now('changed_at'),
  },
  (table) => [
    uniqueIndex('print_jobs_order').on(table.orderId),
    index('print_jobs_queue').on(table.machineId, table.state, table.queuedAt),
  ],
)
export type PrintJobRow = typeof printJobs.$inferSelect

/** Each claim of a job, and how it ended: the print ledger. */
export const printAttempts = pgTable(
  'print_attempts',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => printJobs.id),
    token: integer('token').notNull(),
    machineId: text('machine_id').notNull(),
    agentId: uuid('agent_id').references(() => stationAgents.id),
    claimedAt: now('claimed_at'),
    beganAt: moment('began_at'),
    endedAt: moment('ended_at'),
    outcome: text('outcome').$type<AttemptOutcome>(),
    /** What the printer or the staff said. */
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.token] }),
    index('print_attempts_machine').on(table.machineId, table.endedAt),
  ],
)
