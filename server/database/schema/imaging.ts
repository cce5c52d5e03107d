import {
  bigint,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  ImagingFault,
  ImagingJob,
  ImagingPicture,
  ImagingProgress,
  ImagingState,
} from '#core/contract/entities/imaging-job.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import { customers } from './accounts.ts'
import { moment, now } from './moments.ts'

/** Image tools asked for by customers; rows are deleted with their photo. The queue is pg-boss's. */
export const imagingJobs = pgTable(
  'imaging_jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    tool: text('tool').$type<ToolId>().notNull(),
    settings: jsonb('settings').$type<ToolSettings>().notNull(),
    /** Of `files`; not a reference, for both are deleted on their own. */
    photoFile: text('photo_file').notNull(),
    state: text('state').$type<ImagingState>().notNull().default('waiting'),
    /** Customers take turns: the n-th job of one waits for the n-th turn. */
    turn: bigint('turn', { mode: 'number' }).notNull(),
    /** By the table of costs, before the server's own slowness. */
    costSeconds: doublePrecision('cost_seconds').notNull(),
    tries: smallint('tries').notNull().default(0),
    /** Which server runs it, and when it was heard of last. */
    server: uuid('server'),
    seenAt: moment('seen_at'),
    progress: jsonb('progress').$type<ImagingProgress>(),
    fault: jsonb('fault').$type<ImagingFault>(),
    result: jsonb('result').$type<ImagingPicture>(),
    matte: jsonb('matte').$type<ImagingPicture>(),
    things: jsonb('things').$type<ImagingJob['things']>(),
    createdAt: now('created_at'),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('imaging_jobs_customer').on(table.customerId),
    index('imaging_jobs_state').on(table.state, table.turn),
    index('imaging_jobs_age').on(table.createdAt),
  ],
)
export type ImagingRow = typeof imagingJobs.$inferSelect

/** Servers that run image tools: how many at once, and how many times longer they take. */
export const imagingServers = pgTable('imaging_servers', {
  id: uuid('id').primaryKey(),
  slots: smallint('slots').notNull(),
  slowness: doublePrecision('slowness').notNull(),
  seenAt: moment('seen_at').notNull(),
})
