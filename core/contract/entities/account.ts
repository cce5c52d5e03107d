import { z } from 'zod'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { text } from '../../schema/text.ts'

/** NIST SP 800-63B: length is what counts; the most bounds the cost of hashing. */
export const PASSWORD_LENGTH_MIN = 8
const PASSWORD_LENGTH_MAX = 128

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

/** What a code sent to a phone number is for; it is good for nothing else. */
export const codePurposes = ['register', 'bind', 'reset'] as const
export type CodePurpose = (typeof codePurposes)[number]

export const PHONE_CODE_DIGITS = 6

/** Digits of Arabic, Persian and Bengali keyboards, from 0 to 9. */
const otherDigits = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '০১২৩৪৫৬৭৮৯']

/** A code as it is typed, in the digits of the customer's keyboard, with or without spaces. */
export const phoneCodeSchema = z
  .string()
  .max(40)
  .transform((typed) => [...typed.normalize('NFKC').replace(/[\s-]/g, '')].map(plainDigit).join(''))
  .refine((code) => /^\d+$/.test(code) && code.length === PHONE_CODE_DIGITS, 'code-format')

function plainDigit(letter: string): string {
  const value = otherDigits.map((digits) => digits.indexOf(letter)).find((index) => index >= 0)
  return value === undefined ? letter : String(value)
}

/** What is known of a code that was sent. */
export const sentCodeSchema = z.object({
  /** Names this code; without it nobody can try it, or use its tries up. */
  proof: z.uuid(),
  validSeconds: z.number().int(),
  /** Another one can be asked for then. */
  resendSeconds: z.number().int(),
  /** The message itself, where no phone gets it: the deployment's messages are the sandbox's. */
  message: z.string().nullable(),
})
export type SentCode = z.infer<typeof sentCodeSchema>

/** One place where an account is signed in. */
export const sessionSchema = z.object({
  id: z.uuid(),
  /** As the browser names itself; empty where it does not. */
  browser: z.string(),
  system: z.string(),
  kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
  /** The station's name; empty where none was chosen. */
  station: z.string(),
  openedAtMs: z.number(),
  expiresAtMs: z.number(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof sessionSchema>
