import { and, desc, eq, sql } from 'drizzle-orm'
import type { Bill, BillDocument } from '#core/contract/entities/partner.ts'
import type { Queries } from '../database/connect.ts'
import { type PartnerRow, partnerEntries } from '../database/schema.ts'
import { bookedIn, boundsOfMonth, sumOf } from './periods.ts'
import { currencyOf, salesLines } from './statements.ts'

/** The platform's share of every month in which something was earned, the latest first. */
export async function billsOf(queries: Queries, partner: PartnerRow, now: Date): Promise<Bill[]> {
  const { id, timeZone } = partner
  const currency = await currencyOf(queries)
  const rows = await queries
    .select({
      month: bookedIn(timeZone, 'YYYY-MM'),
      gross: sumOf(sql`${partnerEntries.grossMinor}`),
      share: sumOf(sql`${partnerEntries.shareMinor}`),
    })
    .from(partnerEntries)
    .where(and(eq(partnerEntries.partnerId, id), eq(partnerEntries.currency, currency)))
    .groupBy(sql`1`)
    .orderBy(desc(sql`1`))
  return rows.map(({ month, gross, share }) => ({
    ...headOf(partner, month, now),
    gross: { minor: gross, currency },
    share: { minor: share, currency },
  }))
}

/** The bill of a month, with the lines of its statement that the platform has a share of. */
export async function billOf(
  queries: Queries,
  partner: PartnerRow,
  month: string,
  now: Date,
): Promise<BillDocument> {
  const { id, name, timeZone } = partner
  const currency = await currencyOf(queries)
  const { from, to } = boundsOfMonth(month, timeZone)
  const money = (minor: number) => ({ minor, currency })
  const booked = await salesLines(queries, id, currency, from, to)
  const head = headOf(partner, month, now)
  return {
    ...head,
    partner: name,
    timeZone,
    issuedAtMs: head.state === 'open' ? null : await endOf(queries, month, timeZone),
    lines: booked.map(({ grossMinor, shareMinor, amountMinor: _owed, ...line }) => ({
      ...line,
      gross: money(grossMinor),
      share: money(shareMinor),
    })),
    gross: money(booked.reduce((sum, { grossMinor }) => sum + grossMinor, 0)),
    share: money(booked.reduce((sum, { shareMinor }) => sum + shareMinor, 0)),
  }
}

/** A partner has one bill a month: the month is its number. */
function headOf({ id, timeZone }: PartnerRow, month: string, now: Date) {
  const thisMonth = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
  })
    .format(now)
    .slice(0, 7)
  const number = `${id.slice(0, 8).toUpperCase()}-${month}`
  return { number, month, state: month < thisMonth ? ('issued' as const) : ('open' as const) }
}

async function endOf(queries: Queries, month: string, timeZone: string): Promise<number> {
  const { to } = boundsOfMonth(month, timeZone)
  const { rows } = await queries.execute<{ ms: string }>(
    sql`select (extract(epoch from ${to}) * 1000)::bigint::text as ms`,
  )
  return Number(rows[0]?.ms)
}
