import { and, eq, gt } from 'drizzle-orm'
import type { Coupon } from '#core/commerce/pricing/quote.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { coupons } from '../database/schema.ts'

const usable = (code: string, now: Date) =>
  and(eq(coupons.code, code.toUpperCase()), gt(coupons.usesLeft, 0), gt(coupons.validUntil, now))

/** A coupon that can be used now; nothing is counted. @throws Refused `coupon-not-usable` */
export async function findCoupon(queries: Queries, code: string, now: Date): Promise<Coupon> {
  const [row] = await queries.select().from(coupons).where(usable(code, now))
  if (row === undefined) throw new Refused('coupon-not-usable')
  return { code: row.code, percentOff: row.percentOff }
}
