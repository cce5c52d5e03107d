import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Handlers, StaffCaller } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { staffTokens } from '../database/schema.ts'
import { writeAudit } from './audit.ts'

type SessionServices = 'staffSessions' | 'endStaffSession' | 'endOtherStaffSessions'

/** Where one's own account is signed in, and how that ends elsewhere. */
export function staffSessionHandlers({ database, now }: Context): Handlers<SessionServices> {
  const writeDown = (tx: Queries, caller: StaffCaller, count: number) => {
    const act = { key: randomUUID(), act: 'session-ended', at: now(), after: { count } } as const
    return writeAudit(tx, caller, { ...act, subject: caller.username })
  }
  return {
    staffSessions: async ({ caller }) => {
      const rows = await database
        .select()
        .from(staffTokens)
        .where(and(eq(staffTokens.accountId, caller.accountId), gt(staffTokens.expiresAt, now())))
        .orderBy(desc(staffTokens.openedAt))
      return rows.map(({ sessionId: id, browser, system, kind, openedAt, expiresAt, hash }) => ({
        id,
        browser,
        system,
        kind,
        station: '',
        openedAtMs: openedAt.getTime(),
        expiresAtMs: expiresAt.getTime(),
        current: hash === caller.tokenHash,
      }))
    },

    endStaffSession: async ({ request, caller }) => {
      const own = eq(staffTokens.accountId, caller.accountId)
      await database.transaction(async (tx) => {
        const ended = await tx
          .delete(staffTokens)
          .where(and(eq(staffTokens.sessionId, request.id), own))
          .returning({ id: staffTokens.sessionId })
        if (ended.length === 0) throw new Refused('session-unknown')
        await writeDown(tx, caller, ended.length)
      })
      return {}
    },

    endOtherStaffSessions: async ({ caller }) => {
      const own = eq(staffTokens.accountId, caller.accountId)
      await database.transaction(async (tx) => {
        const ended = await tx
          .delete(staffTokens)
          .where(and(own, ne(staffTokens.hash, caller.tokenHash)))
          .returning({ id: staffTokens.sessionId })
        if (ended.length > 0) await writeDown(tx, caller, ended.length)
      })
      return {}
    },
  }
}
