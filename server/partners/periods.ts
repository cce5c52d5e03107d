import { type SQL, sql } from 'drizzle-orm'
import { partnerEntries } from '../database/schema.ts'

/** The day or month in which a line was booked, where the partner is. @param form as PostgreSQL's `to_char` takes it */
export const bookedIn = (timeZone: string, form: 'YYYY-MM-DD' | 'YYYY-MM') =>
  sql<string>`to_char(${partnerEntries.at} at time zone ${timeZone}, ${form})`

/** A sum of minor units; 0 of no rows. */
export const sumOf = (column: SQL) => sql<number>`coalesce(sum(${column}), 0)::int`

/** Midnight at the beginning of a calendar day, where the partner is. */
export const startOfDay = (day: string, timeZone: string): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`

/** Midnight at the beginning of the day after. */
export const endOfDay = (day: string, timeZone: string): SQL =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`

/** The month of the calendar at a moment, where the partner is, as `2026-11`. */
export const monthAt = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
    .format(at)
    .slice(0, 7)

/** @param month as `2026-11` */
export function monthBefore(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 7)
}

/** Where a month begins, and where the next one does. @param month as `2026-11` */
export function boundsOfMonth(month: string, timeZone: string) {
  const first = sql`${`${month}-01`}::date`
  return {
    from: sql`(${first}::timestamp at time zone ${timeZone})`,
    to: sql`((${first} + interval '1 month')::timestamp at time zone ${timeZone})`,
  }
}
