import { and, eq, ne, sql } from 'drizzle-orm'
import { LOGIN_VALID_MS } from '#core/session/session.ts'
import type { Caller } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { batched } from '../database/batches.ts'
import type { Queries } from '../database/connect.ts'
import { tokens } from '../database/schema.ts'
import { newToken, tokenHash } from './secrets.ts'
import { describeDevice } from './user-agents.ts'

/** What is known of a sign-in besides its customer. */
export interface Opening {
  readonly userAgent: string
  readonly machineId: string | null
  readonly now: Date
}

/** A fresh token of a customer, good for 24 hours; only its hash is kept. */
export async function issueToken(
  queries: Queries,
  customerId: string,
  { userAgent, machineId, now }: Opening,
): Promise<string> {
  const token = newToken()
  await queries.insert(tokens).values({
    hash: tokenHash(token),
    customerId,
    openedAt: now,
    expiresAt: new Date(now.getTime() + LOGIN_VALID_MS),
    machineId,
    ...describeDevice(userAgent),
  })
  return token
}

/** Nearly every call asks: those that ask at the same time share a query. */
const BATCH = { most: 100, atOnce: 2 } as const

/** Says who a token belongs to, or null where it is unknown, revoked or old. */
export function openCallers({
  database,
  now,
}: Pick<Context, 'database' | 'now'>): (token: string) => Promise<Caller | null> {
  const ofHashes = database
    .select({ hash: tokens.hash, customerId: tokens.customerId })
    .from(tokens)
    .where(
      sql`${tokens.hash} = any(${sql.placeholder('hashes')}) and ${tokens.expiresAt} > ${sql.placeholder('now')}`,
    )
    .prepare('callers_of_tokens')
  const callerOf = batched(async (hashes: readonly string[]) => {
    const rows = await ofHashes.execute({ hashes, now: now() })
    const owners = new Map(rows.map(({ hash, customerId }) => [hash, customerId]))
    return hashes.map((hash) => {
      const customerId = owners.get(hash)
      return customerId === undefined ? null : { customerId, tokenHash: hash }
    })
  }, BATCH)
  return (token) => callerOf(tokenHash(token))
}

export const revokeToken = (queries: Queries, hash: string) =>
  queries.delete(tokens).where(eq(tokens.hash, hash))

/** @param exceptHash a session that goes on */
export const revokeTokensOf = (queries: Queries, customerId: string, exceptHash = '') =>
  queries.delete(tokens).where(and(eq(tokens.customerId, customerId), ne(tokens.hash, exceptHash)))
