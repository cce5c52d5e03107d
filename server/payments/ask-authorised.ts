import { sql } from 'drizzle-orm'
import type { IsLeaving } from '../operation/sweeps.ts'
import { type Ask, askAboutDue, isSilentFor } from './ask-due.ts'
import type { Asking } from './ask-provider.ts'

/**
 * Asks once an hour about money that is reserved for long: banks let go after days, the webhook that
 * says so may be lost, and an order is not printed for a reservation that ran out.
 */
export async function askAboutAuthorised(
  context: Asking,
  ask: Ask,
  isLeaving: IsLeaving = () => false,
): Promise<void> {
  const due = sql`state = 'authorised' and ${isSilentFor(sql`interval '1 hour'`, context.now())}`
  await askAboutDue(context, ask, due, { counts: false, isLeaving })
}
