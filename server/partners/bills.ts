import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Bill, BillDocument } from '#core/contract/entities/partner.ts'
import type { Queries } from '../database/connect.ts'
import {
  type PartnerBillRow,
  type PartnerRow,
  partnerBillLines,
  partnerBills,
  partnerEntries,
} from '../database/schema.ts'
import { isUnbilled } from './issue-bills.ts'
import { monthAt, sumOf } from './periods.ts'
import { currencyOf, salesLines } from './statements.ts'

/** The bills that were issued, the latest first, after what the next one holds until now. */
export async function billsOf(queries: Queries, partner: PartnerRow, now: Date): Promise<Bill[]> {
  const currency = await currencyOf(queries)
  const issued = await queries
    .select()
    .from(partnerBills)
    .where(eq(partnerBills.partnerId, partner.id))
    .orderBy(desc(partnerBills.place))
  const [open] = await queries
    .select({
      lines: sql<number>`count(*)::int`,
      gross: sumOf(sql`${partnerEntries.grossMinor}`),
      share: sumOf(sql`${partnerEntries.shareMinor}`),
    })
    .from(partnerEntries)
    .where(isUnbilled(partner.id, currency))
  const running = {
    number: null,
    month: monthAt(now, partner.timeZone),
    state: 'open' as const,
    gross: { minor: open?.gross ?? 0, currency },
    share: { minor: open?.share ?? 0, currency },
  }
  return [...(open !== undefined && open.lines > 0 ? [running] : []), ...issued.map(headOf)]
}

/** The bill of a month, with the sales and refunds that the platform has a share of. */
export async function billOf(
  queries: Queries,
  partner: PartnerRow,
  month: string,
  now: Date,
): Promise<BillDocument> {
  const { id, name, timeZone } = partner
  const [issued] = await queries
    .select()
    .from(partnerBills)
    .where(and(eq(partnerBills.partnerId, id), eq(partnerBills.month, month)))
  if (issued !== undefined) {
    const { partner: madeOutTo, timeZone: zone, issuedAt } = issued
    const lines = await linesOf(queries, isOn(issued), issued.currency)
    const head = { ...headOf(issued), partner: madeOutTo, timeZone: zone }
    return { ...head, issuedAtMs: issuedAt.getTime(), lines }
  }
  const currency = await currencyOf(queries)
  const isRunning = month === monthAt(now, timeZone)
  const lines = isRunning ? await linesOf(queries, isUnbilled(id, currency), currency) : []
  const sum = (of: 'gross' | 'share') => ({
    minor: lines.reduce((all, line) => all + line[of].minor, 0),
    currency,
  })
  const head = { number: null, month, state: 'open' as const, partner: name, timeZone }
  return { ...head, issuedAtMs: null, lines, gross: sum('gross'), share: sum('share') }
}

/** A series of each partner's own, from 1 and without a gap. */
const numberOf = ({ partnerId, place }: PartnerBillRow): string =>
  `${partnerId.slice(0, 8).toUpperCase()}-${String(place).padStart(4, '0')}`

const headOf = (row: PartnerBillRow): Bill => ({
  number: numberOf(row),
  month: row.month,
  state: 'issued',
  gross: { minor: row.grossMinor, currency: row.currency },
  share: { minor: row.shareMinor, currency: row.currency },
})

const isOn = ({ partnerId, place }: PartnerBillRow): SQL =>
  sql`exists (select from ${partnerBillLines}
    where ${partnerBillLines.paymentId} = ${partnerEntries.paymentId}
      and ${partnerBillLines.move} = ${partnerEntries.move}
      and ${partnerBillLines.partnerId} = ${partnerId} and ${partnerBillLines.place} = ${place})`

async function linesOf(
  queries: Queries,
  where: SQL,
  currency: string,
): Promise<BillDocument['lines']> {
  const money = (minor: number) => ({ minor, currency })
  const booked = await salesLines(queries, where)
  return booked.map(({ grossMinor, shareMinor, amountMinor: _owed, ...line }) => ({
    ...line,
    gross: money(grossMinor),
    share: money(shareMinor),
  }))
}
