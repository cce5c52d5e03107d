import { type SQL, sql } from 'drizzle-orm'
import { payments } from '../database/schema.ts'
import type { IsLeaving } from '../operation/sweeps.ts'
import type { Asking } from './ask-provider.ts'

const AT_ONCE = 20

export type Ask = (id: string) => Promise<unknown>

/**
 * Asks about every payment that is due by a rule. A row that is taken is not due again at once, so
 * whichever server asks, each payment is asked about once.
 * @param due which payments are due now
 * @param counts how often a payment was asked about is counted, and makes its next time later
 * @returns how many were asked about
 */
export async function askAboutDue(
  { database, now, log }: Asking,
  ask: Ask,
  due: SQL,
  { counts, isLeaving }: { readonly counts: boolean; readonly isLeaving: IsLeaving },
): Promise<number> {
  const taken = sql`
    select id from ${payments} where ${due}
    order by changed_at limit ${AT_ONCE} for update skip locked`
  for (let asked = 0; ; ) {
    const rows = await database
      .update(payments)
      .set({ askedAt: now(), ...(counts && { asks: sql`${payments.asks} + 1` }) })
      .where(sql`${payments.id} in (${taken})`)
      .returning({ id: payments.id })
    await Promise.all(
      rows.map(({ id }) =>
        ask(id).catch((thrown: unknown) =>
          log.warn({ err: thrown, payment: id }, 'a provider does not answer'),
        ),
      ),
    )
    asked += rows.length
    if (rows.length < AT_ONCE || isLeaving()) return asked
  }
}

/** Whether a payment was last asked about, or changed, longer ago than `wait`. */
export const isSilentFor = (wait: SQL, now: Date): SQL =>
  sql`coalesce(asked_at, changed_at) + ${wait} < ${now}`
