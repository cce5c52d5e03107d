import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Statement, StatementLine } from '#core/contract/entities/partner.ts'
import type { Queries } from '../database/connect.ts'
import {
  orders,
  type PartnerRow,
  partnerEntries,
  shopSettings,
  withdrawals,
} from '../database/schema.ts'
import { boundsOfMonth } from './periods.ts'

/** The one currency of this shop: there is no rate in this product. */
export async function currencyOf(queries: Queries): Promise<string> {
  const [shop] = await queries.select({ currency: shopSettings.currency }).from(shopSettings)
  if (shop === undefined) throw new Error('a shop without settings')
  return shop.currency
}

/** What is owed to a partner, from all that was booked before a moment, or ever. */
export async function balanceAt(
  queries: Queries,
  partnerId: string,
  currency: string,
  before?: SQL,
): Promise<number> {
  const until = (column: SQL) => (before === undefined ? sql`true` : sql`${column} < ${before}`)
  const { rows } = await queries.execute<{ minor: string }>(sql`
    select (
      coalesce((select sum(${partnerEntries.balanceMinor}) from ${partnerEntries}
        where ${partnerEntries.partnerId} = ${partnerId} and ${partnerEntries.currency} = ${currency}
        and ${until(sql`${partnerEntries.at}`)}), 0)
      - coalesce((select sum(${withdrawals.minor}) from ${withdrawals}
        where ${withdrawals.partnerId} = ${partnerId} and ${withdrawals.currency} = ${currency}
        and ${until(sql`${withdrawals.requestedAt}`)}), 0)
      + coalesce((select sum(${withdrawals.minor}) from ${withdrawals}
        where ${withdrawals.partnerId} = ${partnerId} and ${withdrawals.currency} = ${currency}
        and ${withdrawals.state} = 'refused' and ${until(sql`${withdrawals.decidedAt}`)}), 0)
    )::text as minor`)
  return Number(rows[0]?.minor ?? 0)
}

/** A line as it is booked. */
interface Line extends Omit<StatementLine, 'gross' | 'share' | 'amount' | 'balance'> {
  readonly grossMinor: number
  readonly shareMinor: number
  readonly amountMinor: number
}

/** A month of a partner's account: it opens with what the months before left. */
export async function statementOf(
  queries: Queries,
  partner: PartnerRow,
  month: string,
): Promise<Statement> {
  const currency = await currencyOf(queries)
  const { from, to } = boundsOfMonth(month, partner.timeZone)
  const money = (minor: number) => ({ minor, currency })
  const opening = await balanceAt(queries, partner.id, currency, from)
  const booked = [
    ...(await salesLines(queries, isBookedIn(partner.id, currency, from, to))),
    ...(await withdrawalLines(queries, partner.id, currency, from, to)),
  ].toSorted((one, other) => one.atMs - other.atMs || (one.subject < other.subject ? -1 : 1))
  let balance = opening
  const lines = booked.map(({ grossMinor, shareMinor, amountMinor, ...line }): StatementLine => {
    balance += amountMinor
    return {
      ...line,
      gross: money(grossMinor),
      share: money(shareMinor),
      amount: money(amountMinor),
      balance: money(balance),
    }
  })
  const { name, timeZone } = partner
  return {
    partner: name,
    month,
    timeZone,
    opening: money(opening),
    lines,
    closing: money(balance),
  }
}

/** What was sold and given back between two moments. */
const isBookedIn = (partnerId: string, currency: string, from: SQL, to: SQL): SQL | undefined =>
  and(
    eq(partnerEntries.partnerId, partnerId),
    eq(partnerEntries.currency, currency),
    gte(partnerEntries.at, from),
    lt(partnerEntries.at, to),
  )

/** Entries of a partner's, the earliest first. */
export async function salesLines(queries: Queries, where: SQL | undefined): Promise<Line[]> {
  const rows = await queries
    .select({ entry: partnerEntries, orderNumber: orders.orderNumber })
    .from(partnerEntries)
    .innerJoin(orders, eq(orders.id, partnerEntries.orderId))
    .where(where)
    .orderBy(partnerEntries.at, orders.orderNumber)
  return rows.map(({ entry, orderNumber }) => {
    const kind = entry.move === 'return' ? 'refund' : 'sale'
    return {
      atMs: entry.at.getTime(),
      kind: entry.collectedBy === 'partner' ? `${kind}-cash` : kind,
      machine_id: entry.machineId,
      subject: orderNumber,
      grossMinor: entry.grossMinor,
      shareMinor: entry.shareMinor,
      amountMinor: entry.balanceMinor,
    }
  })
}

/** A withdrawal leaves the account when it is asked for, and comes back where it is refused. */
async function withdrawalLines(
  queries: Queries,
  partnerId: string,
  currency: string,
  from: SQL,
  to: SQL,
): Promise<Line[]> {
  const within = (column: SQL) => sql`(${column} >= ${from} and ${column} < ${to})`
  const rows = await queries
    .select({
      row: withdrawals,
      isAsked: sql<boolean>`${within(sql`${withdrawals.requestedAt}`)}`,
      isRefused: sql<boolean>`coalesce(${withdrawals.state} = 'refused' and ${within(sql`${withdrawals.decidedAt}`)}, false)`,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.partnerId, partnerId), eq(withdrawals.currency, currency)))
  const line = (kind: Line['kind'], at: Date, id: string, amountMinor: number): Line => ({
    atMs: at.getTime(),
    kind,
    machine_id: '',
    subject: id,
    grossMinor: 0,
    shareMinor: 0,
    amountMinor,
  })
  return rows.flatMap(({ row, isAsked, isRefused }) => [
    ...(isAsked ? [line('withdrawal', row.requestedAt, row.id, 0 - row.minor)] : []),
    ...(isRefused && row.decidedAt !== null
      ? [line('withdrawal-refused', row.decidedAt, row.id, row.minor)]
      : []),
  ])
}
