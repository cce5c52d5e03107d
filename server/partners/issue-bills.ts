import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import {
  type PartnerRow,
  partnerBillLines,
  partnerBills,
  partnerEntries,
  partners,
} from '../database/schema.ts'
import { bookedIn, boundsOfMonth, monthAt, monthBefore } from './periods.ts'
import { currencyOf } from './statements.ts'

type Issuing = Pick<Context, 'database' | 'now'>

/** Issues what is due of every partner. */
export async function issueBills(context: Issuing): Promise<void> {
  const rows = await context.database.select({ id: partners.id }).from(partners)
  for (const { id } of rows) await issueBillsOf(context, id)
}

/**
 * Writes a partner's bills of the months that are over, each once and for ever. What is booked late,
 * or corrects a month that has its bill, stands on the next one.
 */
export async function issueBillsOf({ database, now }: Issuing, partnerId: string): Promise<void> {
  await database.transaction(async (tx) => {
    // Whoever issues waits for whoever issues; entries go on being booked.
    const [partner] = await tx
      .select()
      .from(partners)
      .where(eq(partners.id, partnerId))
      .for('no key update')
    if (partner === undefined) return
    const at = now()
    const currency = await currencyOf(tx)
    for (const month of await monthsDue(tx, partner, currency, at)) {
      await issue(tx, partner, month, currency, at)
    }
  })
}

/** What stands on no bill yet. */
export const isUnbilled = (partnerId: string, currency: string): SQL =>
  sql`${partnerEntries.partnerId} = ${partnerId} and ${partnerEntries.currency} = ${currency}
    and not exists (select from ${partnerBillLines}
      where ${partnerBillLines.paymentId} = ${partnerEntries.paymentId}
        and ${partnerBillLines.move} = ${partnerEntries.move})`

async function monthsDue(
  tx: Queries,
  { id, timeZone }: PartnerRow,
  currency: string,
  at: Date,
): Promise<readonly string[]> {
  const running = monthAt(at, timeZone)
  const rows = await tx
    .select({ month: bookedIn(timeZone, 'YYYY-MM') })
    .from(partnerEntries)
    .where(isUnbilled(id, currency))
    .groupBy(sql`1`)
  const over = rows.map(({ month }) => month).filter((month) => month < running)
  const billed = (await lastBill(tx, id))?.month ?? ''
  const due = over.filter((month) => month > billed).toSorted()
  if (due.length > 0 || over.length === 0) return due
  // Only corrections of months that have their bill: the latest month that is over takes them.
  const latest = monthBefore(running)
  return latest > billed ? [latest] : []
}

async function lastBill(tx: Queries, partnerId: string) {
  const [bill] = await tx
    .select({ place: partnerBills.place, month: partnerBills.month })
    .from(partnerBills)
    .where(eq(partnerBills.partnerId, partnerId))
    .orderBy(desc(partnerBills.place))
    .limit(1)
  return bill ?? null
}

/** One statement: a bill's sums are those of the lines that it has, whatever is booked meanwhile. */
async function issue(
  tx: Queries,
  { id, name, timeZone }: PartnerRow,
  month: string,
  currency: string,
  at: Date,
): Promise<void> {
  const last = (await lastBill(tx, id))?.place ?? 0
  const { to } = boundsOfMonth(month, timeZone)
  await tx.execute(sql`
    with charged as (
      select payment_id, move, gross_minor, share_minor from ${partnerEntries}
      where ${isUnbilled(id, currency)} and ${partnerEntries.at} < ${to}
    ), bill as (
      insert into ${partnerBills} (partner_id, place, month, partner, time_zone, currency,
        gross_minor, share_minor, issued_at)
      select ${id}::uuid, ${last + 1}::int, ${month}, ${name}, ${timeZone}, ${currency},
        sum(gross_minor)::int, sum(share_minor)::int, ${at.toISOString()}::timestamptz
      from charged having count(*) > 0
      returning partner_id, place
    )
    insert into ${partnerBillLines} (payment_id, move, partner_id, place)
    select payment_id, move, partner_id, place from charged, bill`)
}
