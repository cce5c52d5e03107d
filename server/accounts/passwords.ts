import { and, eq } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { customers } from '../database/schema.ts'
import { refuseGuessable } from './password-rules.ts'
import { checkPhoneCode, spendPhoneCode } from './phone-codes.ts'
import { readPhone } from './phone-numbers.ts'
import { hashPassword, isPassword } from './secrets.ts'
import { type SignIn, startAnew } from './sign-in.ts'

/** Passwords that were forgotten or are to be another; both end every session there was. */
export function passwordHandlers(
  context: Context,
  signIn: SignIn,
): Handlers<'resetPassword' | 'changePassword'> {
  const { database, config } = context
  return {
    resetPassword: async ({ request, userAgent }) => {
      const phone = readPhone(request.phone, config)
      refuseGuessable(request.password, phone)
      await checkPhoneCode(context, 'reset', { ...request, phone })
      const passwordHash = await hashPassword(request.password)
      return await database.transaction(async (tx) => {
        await spendPhoneCode(tx, request.proof)
        const [row] = await tx
          .update(customers)
          .set({ passwordHash })
          .where(eq(customers.phone, phone))
          .returning()
        if (row === undefined) throw new Error('a code was sent to a number without an account')
        await startAnew(tx, row.id)
        return await signIn(tx, row, request, userAgent)
      })
    },

    changePassword: async ({ request, caller, userAgent }) => {
      const [row] = await database
        .select()
        .from(customers)
        .where(eq(customers.id, caller.customerId))
      if (row?.phone == null || row.passwordHash === null) throw wrongPassword()
      const { id, phone, passwordHash: old } = row
      refuseGuessable(request.password, phone)
      if (!(await isPassword(old, request.oldPassword))) throw wrongPassword()
      const passwordHash = await hashPassword(request.password)
      return await database.transaction(async (tx) => {
        // The old one may have been changed meanwhile, in another session or by a code.
        const [changed] = await tx
          .update(customers)
          .set({ passwordHash })
          .where(and(eq(customers.id, id), eq(customers.passwordHash, old)))
          .returning()
        if (changed === undefined) throw wrongPassword()
        await startAnew(tx, id)
        return await signIn(tx, changed, request, userAgent)
      })
    },
  }
}

const wrongPassword = () =>
  new Refused('fields-wrong', { fields: { oldPassword: 'password-wrong' } })
