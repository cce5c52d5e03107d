import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'

/** What all servers of a database must agree on: one row. */
export const deployment = pgTable(
  'deployment',
  {
    one: boolean('one').primaryKey().default(true),
    /** Tells the secret that servers sign with from any other, and nothing else of it. */
    secretMark: text('secret_mark').notNull(),
  },
  ({ one }) => [check('deployment_one', sql`${one}`)],
)
