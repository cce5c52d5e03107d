import { timestamp } from 'drizzle-orm/pg-core'

/** A moment in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** The moment in which a row is written. */
export const now = (name: string) => moment(name).notNull().defaultNow()
