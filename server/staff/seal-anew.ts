import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { staffAccounts } from '../database/schema.ts'
import { totpSealing } from './second-factor.ts'

/**
 * Seals second factors under the present secret that were sealed under a previous one, so that the
 * previous one can be forgotten. What no known secret opens is logged: its owner needs a new one.
 */
export async function sealAnew(
  context: Pick<Context, 'database' | 'secret' | 'previousSecrets' | 'log'>,
): Promise<void> {
  if (context.previousSecrets.length === 0) return
  const { database, log } = context
  const sealing = totpSealing(context)
  const rows = await database
    .select({ id: staffAccounts.id, sealed: staffAccounts.totpSecret })
    .from(staffAccounts)
    .where(isNotNull(staffAccounts.totpSecret))
  for (const { id, sealed } of rows) {
    if (sealed === null) continue
    try {
      const anew = sealing.sealAnew(sealed, id)
      if (anew === null) continue
      // One that was set up meanwhile stays.
      const same = and(eq(staffAccounts.id, id), eq(staffAccounts.totpSecret, sealed))
      await database.update(staffAccounts).set({ totpSecret: anew }).where(same)
    } catch (thrown) {
      log.error({ err: thrown, account: id }, 'a second factor opens with no secret')
    }
  }
}
