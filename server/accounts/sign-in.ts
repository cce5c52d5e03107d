import { eq } from 'drizzle-orm'
import type { Login } from '#core/contract/entities/account.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { type customers, devices } from '../database/schema.ts'
import { issueToken, revokeTokensOf } from './tokens.ts'

export type CustomerRow = typeof customers.$inferSelect

export const customerOf = ({ id, phone, username }: CustomerRow) => ({
  openid: id,
  phone: phone ?? '',
  username,
  id,
})

/** Opens a session of a customer who has shown who they are. */
export type SignIn = (
  queries: Queries,
  row: CustomerRow,
  request: { readonly machine_id?: string | undefined },
  userAgent: string,
) => Promise<Login>

export const signInWith =
  ({ now }: Pick<Context, 'now'>): SignIn =>
  async (queries, row, { machine_id: machineId = null }, userAgent) => ({
    token: await issueToken(queries, row.id, { userAgent, machineId, now: now() }),
    tokenHead: '',
    ...customerOf(row),
  })

/**
 * A new way in ends every older one (ASVS 5.0, 7.4.3): sessions, and credentials of devices. The
 * sessions come last: a sign-in that was under way holds its way in until its session can be seen.
 */
export async function startAnew(queries: Queries, customerId: string): Promise<void> {
  await queries.delete(devices).where(eq(devices.customerId, customerId))
  await revokeTokensOf(queries, customerId)
}
