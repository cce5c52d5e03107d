import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { newToken, tokenHash } from '../accounts/secrets.ts'
import { describeDevice } from '../accounts/user-agents.ts'
import type { StaffCaller } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { staffAccounts, staffTickets, staffTokens } from '../database/schema.ts'

/** A shift. */
const TOKEN_VALID_MS = 8 * 3_600_000

/** A fresh token of one of the staff; only its hash is kept. */
export async function issueStaffToken(
  queries: Queries,
  accountId: string,
  now: Date,
  /** What the request says of itself. */
  userAgent = '',
): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + TOKEN_VALID_MS)
  await queries.insert(staffTokens).values({
    hash: tokenHash(token),
    accountId,
    openedAt: now,
    expiresAt,
    ...describeDevice(userAgent),
  })
  return { token, expiresAtMs: expiresAt.getTime() }
}

/** Which of the staff a token belongs to; null where it is unknown or old, or the account is shut. */
export async function staffOfToken(
  { database, now }: Pick<Context, 'database' | 'now'>,
  token: string,
): Promise<StaffCaller | null> {
  const hash = tokenHash(token)
  const [row] = await database
    .select({
      accountId: staffAccounts.id,
      username: staffAccounts.username,
      role: staffAccounts.role,
      partnerId: staffAccounts.partnerId,
    })
    .from(staffTokens)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffTokens.accountId))
    .where(
      and(
        eq(staffTokens.hash, hash),
        gt(staffTokens.expiresAt, now()),
        isNull(staffAccounts.disabledAt),
      ),
    )
  return row === undefined ? null : { ...row, tokenHash: hash }
}

export const revokeStaffToken = (queries: Queries, hash: string) =>
  queries.delete(staffTokens).where(eq(staffTokens.hash, hash))

/** Deletes tokens and tickets that are over. */
export async function sweepStaff({ database, now }: Pick<Context, 'database' | 'now'>) {
  await database.delete(staffTokens).where(lt(staffTokens.expiresAt, now()))
  await database.delete(staffTickets).where(lt(staffTickets.expiresAt, now()))
}
