import { sql } from 'drizzle-orm'
import { openStates } from '#core/commerce/payments/payment-transitions.ts'
import type { IsLeaving } from '../operation/sweeps.ts'
import { type Ask, askAboutDue, isSilentFor } from './ask-due.ts'
import type { Asking } from './ask-provider.ts'

/** A payment is asked about so long after it last changed, then at twice the time, and so on. */
const FIRST_ASK_MS = 10_000
/** Ten minutes at the slowest. */
const DOUBLINGS_MAX = 6

/**
 * Asks about every payment whose end only its provider knows: its webhook may be late, lost, or
 * delivered to a server that was killed.
 * @returns how many were asked about
 */
export async function reconcilePayments(
  context: Asking,
  ask: Ask,
  isLeaving: IsLeaving = () => false,
): Promise<number> {
  const states = sql.join(
    openStates.map((state) => sql`${state}`),
    sql`, `,
  )
  const wait = sql`${FIRST_ASK_MS} * interval '1 millisecond' * (2 ^ least(asks, ${DOUBLINGS_MAX}))`
  const due = sql`state in (${states}) and ${isSilentFor(wait, context.now())}`
  return await askAboutDue(context, ask, due, { counts: true, isLeaving })
}
