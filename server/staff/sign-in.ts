import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { decoyHash, isPassword, newToken, tokenHash } from '../accounts/secrets.ts'
import type { Handlers } from '../calls/handler.ts'
import { codeGuesses } from '../calls/rate-limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { type StaffAccountRow, staffAccounts, staffTickets } from '../database/schema.ts'
import { writeAudit } from './audit.ts'
import {
  authenticatorOf,
  newRecoveryCodes,
  newTotpSecret,
  spendCode,
  stepOfCode,
  totpSealing,
} from './second-factor.ts'
import { issueStaffToken, revokeStaffToken } from './tokens.ts'

const TICKET_VALID_MS = 5 * 60_000
const TICKET_TRIES = 5

type TicketRow = typeof staffTickets.$inferSelect

/** Both steps of a login of staff's or a partner's, and its end. */
export function staffSignInHandlers(
  context: Context,
): Handlers<'staffLogin' | 'secondFactor' | 'staffLogout'> {
  const { database, now } = context
  return {
    staffLogin: async ({ request }) => {
      const [row] = await database
        .select()
        .from(staffAccounts)
        .where(sql`lower(${staffAccounts.username}) = ${request.username.toLowerCase()}`)
      const good = await isPassword(row?.passwordHash ?? (await decoyHash()), request.password)
      if (!good || row === undefined || row.disabledAt !== null) {
        throw new Refused('credentials-wrong')
      }
      return await newTicket(context, row)
    },

    secondFactor: async ({ request, address, userAgent }) => {
      const { ticket, account } = await tryTicket(context, request.ticket)
      const who = { address, username: account.username.toLowerCase() }
      const settle = await context.rates.count('secondFactor', [codeGuesses], who)
      try {
        const login = await database.transaction((tx) =>
          openSession(context, tx, account, ticket, { code: request.code, userAgent }),
        )
        await settle(null)
        return login
      } catch (thrown) {
        await settle(thrown instanceof Refused ? thrown.refusal : 'server-fault')
        throw thrown
      }
    },

    staffLogout: async ({ caller }) => {
      await revokeStaffToken(database, caller.tokenHash)
      return {}
    },
  }

  async function openSession(
    { secret }: Context,
    tx: Queries,
    account: StaffAccountRow,
    ticket: TicketRow,
    { code, userAgent }: { readonly code: string; readonly userAgent: string },
  ) {
    const at = now()
    // Taken first: of two calls with one ticket, one finds it gone.
    const taken = await tx
      .delete(staffTickets)
      .where(eq(staffTickets.hash, ticket.hash))
      .returning({ hash: staffTickets.hash })
    if (taken.length === 0) throw new Refused('ticket-over')
    const { id, name, role, partnerId } = account
    const isFirst = account.totpSecret === null
    if (isFirst) await enrol(context, tx, account, ticket, code)
    else await spendCode(context, tx, account, code)
    const recoveryCodes = isFirst ? await newRecoveryCodes({ secret }, tx, id) : null
    const act = isFirst ? 'second-factor-enrolled' : 'signed-in'
    const subject = account.username
    await writeAudit(tx, { accountId: id, partnerId }, { key: randomUUID(), act, subject, at })
    return { ...(await issueStaffToken(tx, id, at, userAgent)), name, role, recoveryCodes }
  }
}

async function newTicket(context: Context, { id, username, totpSecret }: StaffAccountRow) {
  const ticket = newToken()
  const secret = totpSecret === null ? newTotpSecret() : null
  await context.database.insert(staffTickets).values({
    hash: tokenHash(ticket),
    accountId: id,
    newSecret: secret === null ? null : totpSealing(context).seal(secret, id),
    expiresAt: new Date(context.now().getTime() + TICKET_VALID_MS),
  })
  if (secret === null) return { ticket, enrolment: null }
  return { ticket, enrolment: { secret, url: authenticatorOf(username, secret).toString() } }
}

/** Counts a try before anything is compared. @throws Refused `ticket-over` */
async function tryTicket({ database, now }: Context, given: string) {
  const [ticket] = await database
    .update(staffTickets)
    .set({ tries: sql`${staffTickets.tries} + 1` })
    .where(
      and(
        eq(staffTickets.hash, tokenHash(given)),
        lt(staffTickets.tries, TICKET_TRIES),
        gt(staffTickets.expiresAt, now()),
      ),
    )
    .returning()
  if (ticket === undefined) throw new Refused('ticket-over')
  const [account] = await database
    .select()
    .from(staffAccounts)
    .where(and(eq(staffAccounts.id, ticket.accountId), isNull(staffAccounts.disabledAt)))
  if (account === undefined) throw new Refused('ticket-over')
  return { ticket, account }
}

/** The first code proves that the authenticator has the secret. */
async function enrol(
  context: Context,
  tx: Queries,
  { id }: StaffAccountRow,
  { newSecret }: TicketRow,
  code: string,
): Promise<void> {
  if (newSecret === null) throw new Refused('ticket-over')
  const step = stepOfCode(totpSealing(context).open(newSecret, id), code, context.now())
  if (step === null) throw new Refused('code-wrong')
  const enrolled = await tx
    .update(staffAccounts)
    .set({ totpSecret: newSecret, totpStep: step })
    .where(and(eq(staffAccounts.id, id), isNull(staffAccounts.totpSecret)))
    .returning({ id: staffAccounts.id })
  if (enrolled.length === 0) throw new Refused('ticket-over')
}
