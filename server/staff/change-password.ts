import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { refuseGuessable } from '../accounts/password-rules.ts'
import { hashPassword, isPassword } from '../accounts/secrets.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { staffAccounts, staffTickets, staffTokens } from '../database/schema.ts'
import { writeAudit } from './audit.ts'
import { spendCode } from './second-factor.ts'
import { issueStaffToken } from './tokens.ts'

/** One's own password: both factors are asked for again, for a session may be a stolen one. */
export function staffPasswordHandlers(context: Context): Handlers<'changeStaffPassword'> {
  const { database, now } = context
  return {
    changeStaffPassword: async ({ request, caller, userAgent }) => {
      const [account] = await database
        .select()
        .from(staffAccounts)
        .where(eq(staffAccounts.id, caller.accountId))
      if (account === undefined) throw new Refused('signed-out')
      const { id, username, name, role, partnerId, passwordHash: old } = account
      refuseGuessable(request.password, username)
      if (!(await isPassword(old, request.oldPassword))) throw new Refused('credentials-wrong')
      const passwordHash = await hashPassword(request.password)
      return await database.transaction(async (tx) => {
        const at = now()
        await spendCode(context, tx, account, request.code)
        // It may have been changed meanwhile, in another session or by the command.
        const changed = await tx
          .update(staffAccounts)
          .set({ passwordHash })
          .where(and(eq(staffAccounts.id, id), eq(staffAccounts.passwordHash, old)))
          .returning({ id: staffAccounts.id })
        if (changed.length === 0) throw new Refused('credentials-wrong')
        for (const table of [staffTickets, staffTokens]) {
          await tx.delete(table).where(eq(table.accountId, id))
        }
        const act = { key: randomUUID(), act: 'password-changed', subject: username, at } as const
        await writeAudit(tx, { accountId: id, partnerId }, act)
        return { ...(await issueStaffToken(tx, id, at, userAgent)), name, role }
      })
    },
  }
}
