import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { Asking } from './ask-provider.ts'

/** Banks let go after days; the webhook that says so may be lost. */
const ASKED_EVERY_MS = 3_600_000
const AT_ONCE = 50

/**
 * Asks about money that is reserved for long: an order is not printed for a reservation that ran out.
 * Whichever server asks, each payment is asked about once an hour.
 */
export async function askAboutAuthorised(
  { database, now, log }: Asking,
  ask: (id: string) => Promise<unknown>,
): Promise<void> {
  const at = now()
  const askedAt = sql`coalesce(${payments.askedAt}, ${payments.changedAt})`
  const due = database
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.state, 'authorised'),
        lt(askedAt, new Date(at.getTime() - ASKED_EVERY_MS).toISOString()),
      ),
    )
    .orderBy(asc(payments.changedAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const rows = await database
    .update(payments)
    .set({ askedAt: at })
    .where(inArray(payments.id, due))
    .returning({ id: payments.id })
  for (const { id } of rows) {
    await ask(id).catch((thrown: unknown) =>
      log.warn({ err: thrown, payment: id }, 'a provider does not answer'),
    )
  }
}
