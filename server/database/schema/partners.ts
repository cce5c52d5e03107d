import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { now } from './moments.ts'

/** Who owns machines and earns what they print, less the platform's share. */
export const partners = pgTable(
  'partners',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    /** The platform's share of what is printed from now on, in hundredths of a percent. */
    shareBasisPoints: integer('share_basis_points').notNull(),
    /** Where its days and months begin and end, by IANA's name. */
    timeZone: text('time_zone').notNull().default('UTC'),
    createdAt: now('created_at'),
  },
  (table) => [check('partners_share', sql`${table.shareBasisPoints} between 0 and 10000`)],
)
export type PartnerRow = typeof partners.$inferSelect
