import { and, desc, eq, gt } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { devices, machines, tokens } from '../database/schema.ts'
import { tokenHash } from './secrets.ts'
import { revokeToken, revokeTokensOf } from './tokens.ts'

type SessionServices = 'verifyToken' | 'sessionList' | 'endSession' | 'endOtherSessions' | 'logout'

const LISTED_MAX = 100

/** Where an account is signed in, and how that ends. */
export function sessionHandlers(context: Context): Handlers<SessionServices> {
  const { database, now } = context
  return {
    verifyToken: async ({ request }) => ({
      valid: (await context.callerOf(request.token)) !== null,
    }),

    sessionList: async ({ caller }) => {
      const rows = await database
        .select({ token: tokens, station: machines.name })
        .from(tokens)
        .leftJoin(machines, eq(machines.id, tokens.machineId))
        .where(and(eq(tokens.customerId, caller.customerId), gt(tokens.expiresAt, now())))
        .orderBy(desc(tokens.openedAt))
        .limit(LISTED_MAX)
      return rows.map(({ token, station }) => ({
        id: token.sessionId,
        browser: token.browser,
        system: token.system,
        kind: token.kind,
        station: station ?? '',
        openedAtMs: token.openedAt.getTime(),
        expiresAtMs: token.expiresAt.getTime(),
        current: token.hash === caller.tokenHash,
      }))
    },

    endSession: async ({ request, caller }) => {
      const [ended] = await database
        .delete(tokens)
        .where(and(eq(tokens.sessionId, request.id), eq(tokens.customerId, caller.customerId)))
        .returning({ id: tokens.sessionId })
      if (ended === undefined) throw new Refused('session-unknown')
      return {}
    },

    endOtherSessions: async ({ caller }) => {
      await revokeTokensOf(database, caller.customerId, caller.tokenHash)
      return {}
    },

    logout: async ({ request, caller }) => {
      await database.transaction(async (tx) => {
        await revokeToken(tx, caller.tokenHash)
        // The credential is its own proof: whose account it opened does not matter.
        if (request.device !== undefined) {
          await tx.delete(devices).where(eq(devices.hash, tokenHash(request.device)))
        }
      })
      return {}
    },
  }
}
