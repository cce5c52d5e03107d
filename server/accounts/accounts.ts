import { and, eq } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { customers, devices } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { refuseGuessable } from './password-rules.ts'
import { passwordHandlers } from './passwords.ts'
import { checkPhoneCode, sendPhoneCode, spendPhoneCode } from './phone-codes.ts'
import { readPhone } from './phone-numbers.ts'
import { decoyHash, hashPassword, isPassword, tokenHash } from './secrets.ts'
import { sessionHandlers } from './sessions.ts'
import { type CustomerRow, customerOf, type SignIn, signInWith, startAnew } from './sign-in.ts'

type SignInServices = 'sendCode' | 'login' | 'register' | 'deviceLogin' | 'bindPhone' | 'userInfo'

/** Customers, their ways in, their passwords and their sessions. */
export function accountHandlers(context: Context) {
  const signIn = signInWith(context)
  return {
    ...signInHandlers(context, signIn),
    ...passwordHandlers(context, signIn),
    ...sessionHandlers(context),
  }
}

function signInHandlers(context: Context, signIn: SignIn): Handlers<SignInServices> {
  const { database, config } = context
  return {
    sendCode: async ({ request }) =>
      await sendPhoneCode(context, { ...request, phone: readPhone(request.phone, config) }),

    login: async ({ request, userAgent }) => {
      const phone = readPhone(request.phone, config)
      const [row] = await database.select().from(customers).where(eq(customers.phone, phone))
      const stored = row?.passwordHash ?? (await decoyHash())
      const good = await isPassword(stored, request.password)
      if (!good || !row?.passwordHash) throw new Refused('credentials-wrong')
      return await database.transaction(async (tx) => {
        // Held until the session stands: the password may be changed at this moment.
        const [still] = await tx
          .select({ id: customers.id })
          .from(customers)
          .where(and(eq(customers.id, row.id), eq(customers.passwordHash, stored)))
          .for('share')
        if (still === undefined) throw new Refused('credentials-wrong')
        return await signIn(tx, row, request, userAgent)
      })
    },

    register: async ({ request, userAgent }) => {
      const phone = readPhone(request.phone, config)
      refuseGuessable(request.password, phone)
      await checkPhoneCode(context, 'register', { ...request, phone })
      const passwordHash = await hashPassword(request.password)
      return await database.transaction(async (tx) => {
        await spendPhoneCode(tx, request.proof)
        const [row] = await tx
          .insert(customers)
          .values({ phone, passwordHash, username: request.username })
          .onConflictDoNothing()
          .returning()
        // Only who proved the number learns this: it was taken since the code was sent.
        if (row === undefined) throw new Refused('phone-taken')
        return await signIn(tx, row, request, userAgent)
      })
    },

    deviceLogin: async ({ request, userAgent }) => {
      const hash = tokenHash(request.device)
      return await database.transaction(async (tx) => {
        const known = await customerOfDevice(tx, hash)
        if (known !== null) return await signIn(tx, known, request, userAgent)
        const [row] = await tx.insert(customers).values({}).returning()
        if (row === undefined) throw new Error('a new customer has no row')
        await tx.insert(devices).values({ hash, customerId: row.id }).onConflictDoNothing()
        // Two tabs of one device may ask at once: the credential that was first decides.
        const first = await customerOfDevice(tx, hash)
        if (first !== null && first.id !== row.id) {
          await tx.delete(customers).where(eq(customers.id, row.id))
        }
        return await signIn(tx, first ?? row, request, userAgent)
      })
    },

    bindPhone: async ({ request, caller, userAgent }) => {
      const phone = readPhone(request.phone, config)
      refuseGuessable(request.password, phone)
      await checkPhoneCode(context, 'bind', { ...request, phone })
      const passwordHash = await hashPassword(request.password)
      try {
        return await database.transaction(async (tx) => {
          await spendPhoneCode(tx, request.proof)
          const [row] = await tx
            .select()
            .from(customers)
            .where(eq(customers.id, caller.customerId))
            .for('update')
          if (row === undefined) throw new Refused('signed-out')
          if (row.phone !== null) throw new Refused('already-bound')
          await tx.update(customers).set({ phone, passwordHash }).where(eq(customers.id, row.id))
          await startAnew(tx, row.id)
          return await signIn(tx, { ...row, phone, passwordHash }, request, userAgent)
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
  }
}

async function customerOfDevice(queries: Queries, hash: string): Promise<CustomerRow | null> {
  const [row] = await queries
    .select({ customer: customers })
    .from(devices)
    .innerJoin(customers, eq(devices.customerId, customers.id))
    .where(eq(devices.hash, hash))
    .for('share', { of: devices })
  return row?.customer ?? null
}
