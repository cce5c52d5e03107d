import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { decideWithdrawal } from '#core/commerce/partners/withdrawals.ts'
import type { Withdrawal } from '#core/contract/entities/partner.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { partners, staffAccounts, withdrawals } from '../database/schema.ts'
import { actOnce } from '../staff/audit.ts'
import { ownPartner } from './own-partner.ts'
import { balanceAt, currencyOf } from './statements.ts'

type WithdrawalServices =
  | 'partnerWithdrawals'
  | 'requestWithdrawal'
  | 'operatorWithdrawals'
  | 'decideWithdrawal'

/** Money paid out to partners: asked for by them, decided by an operator. */
export function withdrawalHandlers(context: Context): Handlers<WithdrawalServices> {
  const { database } = context
  return {
    partnerWithdrawals: async ({ caller }) => {
      const { id } = await ownPartner(database, caller)
      const currency = await currencyOf(database)
      const minor = await balanceAt(database, id, currency)
      return {
        available: { minor: Math.max(0, minor), currency },
        list: await listOf(database, eq(withdrawals.partnerId, id)),
      }
    },

    requestWithdrawal: async ({ request, caller }) => {
      const { id: partnerId } = await ownPartner(database, caller)
      const { idempotencyKey: key, minor } = request
      const act = { key, act: 'withdrawal-requested', subject: `${minor}`, request } as const
      await actOnce(context, caller, act, async (tx, at) => {
        const currency = await currencyOf(tx)
        // Two requests at once are counted one after the other.
        await tx.select().from(partners).where(eq(partners.id, partnerId)).for('update')
        const available = await balanceAt(tx, partnerId, currency)
        if (minor > available) throw new Refused('balance-exceeded')
        await tx.insert(withdrawals).values({
          partnerId,
          key,
          minor,
          currency,
          requestedBy: caller.accountId,
          requestedAt: at,
        })
        return { before: { available }, after: { available: available - minor, currency } }
      })
      return await oneOf(
        database,
        and(eq(withdrawals.partnerId, partnerId), eq(withdrawals.key, key)),
      )
    },

    operatorWithdrawals: async () => await listOf(database),

    decideWithdrawal: async ({ request, caller }) => {
      const { id, decision, reason, idempotencyKey: key } = request
      const act = { key, act: `withdrawal-${decision}`, subject: id, request } as const
      await actOnce(context, caller, act, async (tx, at) => {
        const [row] = await tx
          .select()
          .from(withdrawals)
          .where(eq(withdrawals.id, id))
          .for('update')
        if (row === undefined) throw new Refused('withdrawal-unknown')
        const state = decideWithdrawal(row.state, decision)
        if (state === null) throw new Refused('withdrawal-decided')
        await tx.update(withdrawals).set({ state, decidedAt: at }).where(eq(withdrawals.id, id))
        const { partnerId } = row
        return { partnerId, reason, before: { state: row.state }, after: { state } }
      })
      return await oneOf(database, eq(withdrawals.id, id))
    },
  }
}

async function listOf(queries: Queries, where?: SQL): Promise<Withdrawal[]> {
  const rows = await queries
    .select({ row: withdrawals, partner: partners.name, by: staffAccounts.username })
    .from(withdrawals)
    .innerJoin(partners, eq(partners.id, withdrawals.partnerId))
    .innerJoin(staffAccounts, eq(staffAccounts.id, withdrawals.requestedBy))
    .where(where)
    .orderBy(
      desc(sql`${withdrawals.state} in ('requested', 'approved')`),
      desc(withdrawals.requestedAt),
    )
    .limit(200)
  return rows.map(({ row, partner, by }) => ({
    id: row.id,
    partner,
    amount: { minor: row.minor, currency: row.currency },
    state: row.state,
    requestedBy: by,
    requestedAtMs: row.requestedAt.getTime(),
    decidedAtMs: row.decidedAt?.getTime() ?? null,
  }))
}

async function oneOf(queries: Queries, where: SQL | undefined): Promise<Withdrawal> {
  const [row] = await listOf(queries, where)
  if (row === undefined) throw new Refused('withdrawal-unknown')
  return row
}
