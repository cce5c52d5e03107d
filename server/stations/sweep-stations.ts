import { and, eq, lt } from 'drizzle-orm'
import { limits } from '#core/limits.ts'
import type { Context } from '../context.ts'
import { machines } from '../database/schema.ts'
import { setConditions } from './conditions.ts'
import { misplacedAt } from './waiting-orders.ts'

/**
 * Finds the machines whose agent is silent, and moves what waits where a crash left it.
 * @param openSince nobody could be heard before: who was silent while the server was away is given
 *   the time to speak again
 */
export async function sweepStations(context: Context, openSince: Date): Promise<void> {
  const silentSince = new Date(context.now().getTime() - limits.silentAfterMs)
  if (openSince < silentSince) {
    const silent = await context.database
      .select({ id: machines.id })
      .from(machines)
      .where(and(eq(machines.silent, false), lt(machines.lastSeenAt, silentSince)))
    for (const { id } of silent) {
      await setConditions(context, id, { silent: true })
    }
  }
  for (const id of await misplacedAt(context)) context.waiting.follow(id)
}
