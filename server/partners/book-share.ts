import { and, eq } from 'drizzle-orm'
import { partnerEntry } from '#core/commerce/partners/partner-ledger.ts'
import type { LedgerEntry } from '#core/commerce/payments/ledger.ts'
import type { Queries } from '../database/connect.ts'
import { machines, orders, type PaymentRow, partnerEntries, partners } from '../database/schema.ts'

/**
 * Writes what a new line of the ledger means for the partner whose machine printed, with it: who it
 * was and what the platform's share was then stay as they were.
 */
export async function bookShare(
  tx: Queries,
  { id: paymentId, orderId, minor, currency, provider }: PaymentRow,
  line: LedgerEntry,
  at: Date,
): Promise<void> {
  const [delivered] = await tx
    .select()
    .from(partnerEntries)
    .where(and(eq(partnerEntries.paymentId, paymentId), eq(partnerEntries.move, 'deliver')))
  const [owner] =
    delivered !== undefined
      ? [{ ...delivered, share: { delivered: delivered.shareMinor } }]
      : await ownerOf(tx, orderId)
  if (owner === undefined) return
  const entry = partnerEntry(line, { minor, provider }, owner.share)
  if (entry === null) return
  const { partnerId, machineId } = owner
  const { move } = line
  await tx
    .insert(partnerEntries)
    .values({ ...entry, paymentId, move, orderId, partnerId, machineId, currency, at })
}

async function ownerOf(tx: Queries, orderId: string) {
  const rows = await tx
    .select({
      partnerId: partners.id,
      machineId: machines.id,
      basisPoints: partners.shareBasisPoints,
    })
    .from(orders)
    .innerJoin(machines, eq(machines.id, orders.machineId))
    .innerJoin(partners, eq(partners.id, machines.partnerId))
    .where(eq(orders.id, orderId))
  return rows.map(({ basisPoints, ...owner }) => ({ ...owner, share: { basisPoints } }))
}
