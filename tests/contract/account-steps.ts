import { randomBytes } from 'node:crypto'
import { sendCode, verifyToken } from '#core/contract/services/accounts.ts'
import { unwrap } from '#core/errors.ts'
import { newPhone } from './good-requests.ts'
import { openAccount, type Shop } from './shop.ts'

export const password = 'correct horse battery'

/** A credential as a device draws it. */
export const device = () => randomBytes(32).toString('base64url')

/** A code that is not the given one. */
export const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

export const refusedField = (field: string, kind: string) => ({
  ok: false,
  fault: { code: 'fields-wrong', params: { [field]: kind } },
})

/** What accounts, their codes and their sessions are tested with. */
export const accountSteps = (shop: Shop) => ({
  newAccount: async () => {
    const phone = newPhone()
    return { ...(await openAccount(shop, phone, password)), phone }
  },
  isValid: async (token: string) => unwrap(await shop.call(verifyToken, { token })).value.valid,
  askFor: (phone: string, purpose: 'register' | 'bind' | 'reset') =>
    shop.call(sendCode, { phone, purpose, language: 'en-us' }),
})
