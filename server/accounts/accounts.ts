import { eq } from 'drizzle-orm'
import type { Login } from '#core/contract/entities/account.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { customers, devices } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { readPhone } from './phone-numbers.ts'
import { decoyHash, hashPassword, isPassword, tokenHash } from './secrets.ts'
import { callerOfToken, issueToken, revokeToken } from './tokens.ts'

type AccountServices =
  | 'login'
  | 'register'
  | 'deviceLogin'
  | 'bindPhone'
  | 'userInfo'
  | 'verifyToken'
  | 'logout'

type Row = typeof customers.$inferSelect

const customerOf = ({ id, phone, username }: Row) => ({
  openid: id,
  phone: phone ?? '',
  username,
  id,
})

/** Customers and their logins. */
export function accountHandlers(context: Context): Handlers<AccountServices> {
  const { database, config, now } = context

  const signIn = async (queries: Queries, row: Row): Promise<Login> => ({
    token: await issueToken(queries, row.id, now()),
    tokenHead: '',
    ...customerOf(row),
  })

  return {
    login: async ({ request }) => {
      const phone = readPhone(request.phone, config)
      const [row] = await database.select().from(customers).where(eq(customers.phone, phone))
      const stored = row?.passwordHash ?? (await decoyHash())
      const good = await isPassword(stored, request.password)
      if (!good || !row?.passwordHash) throw new Refused('credentials-wrong')
      return await signIn(database, row)
    },

    register: async ({ request }) => {
      const phone = readPhone(request.phone, config)
      const passwordHash = await hashPassword(request.password)
      return await database.transaction(async (tx) => {
        const [row] = await tx
          .insert(customers)
          .values({ phone, passwordHash, username: request.username })
          .onConflictDoNothing()
          .returning()
        if (row === undefined) throw new Refused('phone-taken')
        return await signIn(tx, row)
      })
    },

    deviceLogin: async ({ request }) => {
      const hash = tokenHash(request.device)
      return await database.transaction(async (tx) => {
        const known = await customerOfDevice(tx, hash)
        if (known !== null) return await signIn(tx, known)
        const [row] = await tx.insert(customers).values({}).returning()
        if (row === undefined) throw new Error('a new customer has no row')
        await tx.insert(devices).values({ hash, customerId: row.id }).onConflictDoNothing()
        // Two tabs of one device may ask at once: the credential that was first decides.
        const first = await customerOfDevice(tx, hash)
        if (first !== null && first.id !== row.id) {
          await tx.delete(customers).where(eq(customers.id, row.id))
        }
        return await signIn(tx, first ?? row)
      })
    },

    bindPhone: async ({ request, caller }) => {
      const phone = readPhone(request.phone, config)
      const passwordHash = await hashPassword(request.password)
      try {
        return await database.transaction(async (tx) => {
          const [row] = await tx
            .select()
            .from(customers)
            .where(eq(customers.id, caller.customerId))
            .for('update')
          if (row === undefined) throw new Refused('signed-out')
          if (row.phone !== null) throw new Refused('already-bound')
          await tx.update(customers).set({ phone, passwordHash }).where(eq(customers.id, row.id))
          // A new way in ends the old session (ASVS 5.0, 7.4.3).
          await revokeToken(tx, caller.tokenHash)
          return await signIn(tx, { ...row, phone, passwordHash })
        })
      } catch (thrown) {
        throw isUniqueViolation(thrown) ? new Refused('phone-taken') : thrown
      }
    },

    userInfo: async ({ caller }) => {
      const [row] = await database
        .select()
        .from(customers)
        .where(eq(customers.id, caller.customerId))
      if (row === undefined) throw new Refused('signed-out')
      return customerOf(row)
    },

    verifyToken: async ({ request }) => ({
      valid: (await callerOfToken(context, request.token)) !== null,
    }),

    logout: async ({ caller }) => {
      await revokeToken(database, caller.tokenHash)
      return {}
    },
  }
}

async function customerOfDevice(queries: Queries, hash: string): Promise<Row | null> {
  const [row] = await queries
    .select({ customer: customers })
    .from(devices)
    .innerJoin(customers, eq(devices.customerId, customers.id))
    .where(eq(devices.hash, hash))
  return row?.customer ?? null
}
