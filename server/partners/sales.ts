import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { SalesRow } from '#core/contract/entities/partner.ts'
import type { Queries } from '../database/connect.ts'
import { orders, type PartnerRow, partnerEntries } from '../database/schema.ts'
import { bookedIn, endOfDay, startOfDay, sumOf } from './periods.ts'
import { currencyOf } from './statements.ts'

type By = 'day' | 'machine' | 'product'

interface Asked {
  readonly from: string
  readonly to: string
  readonly by: By
}

/** What a partner's machines earned from one day to another, both counted. */
export async function salesOf(
  queries: Queries,
  { id, timeZone }: PartnerRow,
  { from, to, by }: Asked,
): Promise<SalesRow[]> {
  const currency = await currencyOf(queries)
  const key = keys(timeZone)[by]
  const rows = await queries
    .select({
      key,
      // What was given back is no order more.
      orders: sql<number>`(count(*) filter (where ${partnerEntries.move} <> 'return'))::int`,
      gross: sumOf(sql`${partnerEntries.grossMinor}`),
      share: sumOf(sql`${partnerEntries.shareMinor}`),
    })
    .from(partnerEntries)
    .innerJoin(orders, eq(orders.id, partnerEntries.orderId))
    .where(
      and(
        eq(partnerEntries.partnerId, id),
        eq(partnerEntries.currency, currency),
        gte(partnerEntries.at, startOfDay(from, timeZone)),
        lt(partnerEntries.at, endOfDay(to, timeZone)),
      ),
    )
    .groupBy(sql`1`)
    .orderBy(by === 'day' ? desc(sql`1`) : desc(sql`3`))
  return rows.map(({ key: name, orders: count, gross, share }) => ({
    key: name,
    orders: count,
    gross: { minor: gross, currency },
    share: { minor: share, currency },
    net: { minor: gross - share, currency },
  }))
}

const keys = (timeZone: string): Readonly<Record<By, SQL<string>>> => ({
  day: bookedIn(timeZone, 'YYYY-MM-DD'),
  machine: sql<string>`${partnerEntries.machineId}`,
  product: sql<string>`coalesce(${orders.product}->>'modelId', ${orders.product}->>'kind')`,
})
