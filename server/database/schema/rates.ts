import { bigint, index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * What rates count (server/calls/rates.ts); the columns are those of the library's PostgreSQL store.
 * Unlogged: counting costs no flush of the disk, and a crash of the database forgets it.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** In ms since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
