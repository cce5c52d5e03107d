import { eq } from 'drizzle-orm'
import type { StaffCaller } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { type PartnerRow, partners } from '../database/schema.ts'

/** Whose account it is that asks. */
export async function ownPartner(
  queries: Queries,
  { partnerId }: Pick<StaffCaller, 'partnerId'>,
): Promise<PartnerRow> {
  const [row] =
    partnerId === null
      ? []
      : await queries.select().from(partners).where(eq(partners.id, partnerId))
  if (row === undefined) throw new Refused('service-unknown')
  return row
}
