import { z } from 'zod'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { text } from '../../schema/text.ts'

/** NIST SP 800-63B: length is what counts; the most bounds the cost of hashing. */
export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128

/** The specification's mobile or landline form is checked where numbers are taken, not here. */
export const phoneSchema = text().trim().min(1).max(20)

/** A number as a deployment takes it; those of other countries are judged by the server. */
export const phoneSchemaOf = (phones: 'specified' | 'international') =>
  phoneSchema.refine((typed) => phones === 'international' || isPhoneNumber(typed), 'phone-format')

export const passwordSchema = text().min(PASSWORD_LENGTH_MIN).max(PASSWORD_LENGTH_MAX)

/** The specification's login user, as it is kept under `bindWx`. */
export const loginSchema = z.object({
  token: z.string(),
  tokenHead: z.string(),
  openid: z.string(),
  phone: z.string(),
  username: z.string(),
  id: z.string(),
})
export type Login = z.infer<typeof loginSchema>

export const customerSchema = loginSchema.omit({ token: true, tokenHead: true })
