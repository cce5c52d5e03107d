import { sql } from 'drizzle-orm'
import { openStates } from '#core/commerce/payments/payment-transitions.ts'
import { payments } from '../database/schema.ts'
import type { Asking } from './ask-provider.ts'

/** A payment is asked about so long after it last changed, then at twice the time, and so on. */
const FIRST_ASK_MS = 10_000
/** Ten minutes at the slowest. */
const DOUBLINGS_MAX = 6
const AT_ONCE = 20

/**
 * Asks about every payment whose end only its provider knows: its webhook may be late, lost, or
 * delivered to a server that was killed. A row that is taken is not taken again before its next time,
 * by whichever server.
 * @returns how many were asked about
 */
export async function reconcilePayments(
  { database, now, log }: Asking,
  ask: (id: string) => Promise<unknown>,
): Promise<number> {
  const states = sql.join(
    openStates.map((state) => sql`${state}`),
    sql`, `,
  )
  const wait = sql`${FIRST_ASK_MS} * interval '1 millisecond' * (2 ^ least(asks, ${DOUBLINGS_MAX}))`
  const due = sql`
    select id from ${payments}
    where state in (${states}) and coalesce(asked_at, changed_at) + ${wait} < ${now()}
    order by changed_at limit ${AT_ONCE} for update skip locked`
  const rows = await database
    .update(payments)
    .set({ askedAt: now(), asks: sql`${payments.asks} + 1` })
    .where(sql`${payments.id} in (${due})`)
    .returning({ id: payments.id })
  await Promise.all(
    rows.map(({ id }) =>
      ask(id).catch((thrown: unknown) =>
        log.warn({ err: thrown, payment: id }, 'a provider does not answer'),
      ),
    ),
  )
  return rows.length
}
