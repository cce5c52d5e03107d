import { z } from 'zod'
import { moneySchema } from '../../commerce/money/money.ts'
import { withdrawalStates } from '../../commerce/partners/withdrawals.ts'
import { text } from '../../schema/text.ts'

/** A partner as a deployment adds them. */
export const newPartnerSchema = z.object({
  name: text().trim().min(1).max(120),
  /** The platform's share of what is printed, in hundredths of a percent. */
  shareBasisPoints: z.number().int().min(0).max(10_000),
  /** Where their days and months begin and end, by IANA's name. */
  timeZone: text().refine(isTimeZone, 'a time zone by its name, as Europe/Rome'),
})
export type NewPartner = z.infer<typeof newPartnerSchema>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A month of the calendar, as `2026-11`. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const salesRowSchema = z.object({
  /** A day, a machine, or a product, by what was asked. */
  key: z.string(),
  orders: z.number().int(),
  gross: moneySchema,
  /** The platform's part. */
  share: moneySchema,
  net: moneySchema,
})
export type SalesRow = z.infer<typeof salesRowSchema>

/** What a line of a statement is about. */
const statementLineKinds = [
  'sale',
  'sale-cash',
  'refund',
  'refund-cash',
  'withdrawal',
  'withdrawal-refused',
] as const

export const statementLineSchema = z.object({
  atMs: z.number().int(),
  kind: z.enum(statementLineKinds),
  machine_id: z.string(),
  /** An order's number, or a withdrawal's. */
  subject: z.string(),
  gross: moneySchema,
  share: moneySchema,
  /** What it changes, and what is owed to the partner after it. */
  amount: moneySchema,
  balance: moneySchema,
})
export type StatementLine = z.infer<typeof statementLineSchema>

export const statementSchema = z.object({
  partner: z.string(),
  month: monthSchema,
  timeZone: z.string(),
  opening: moneySchema,
  lines: z.array(statementLineSchema),
  closing: moneySchema,
})
export type Statement = z.infer<typeof statementSchema>

/** One that was issued is never changed; the open one holds what the next will, until now. */
const billStates = ['open', 'issued'] as const

export const billSchema = z.object({
  /** Of the partner's own series; null until it is issued. */
  number: z.string().nullable(),
  month: monthSchema,
  gross: moneySchema,
  /** What the platform charges for it. */
  share: moneySchema,
  state: z.enum(billStates),
})
export type Bill = z.infer<typeof billSchema>

/** A bill with everything that it charges for: sales and refunds, each on one bill. */
export const billDocumentSchema = billSchema.extend({
  partner: z.string(),
  timeZone: z.string(),
  /** When it was written; null while it is open. */
  issuedAtMs: z.number().int().nullable(),
  lines: z.array(statementLineSchema.omit({ amount: true, balance: true })),
})
export type BillDocument = z.infer<typeof billDocumentSchema>

export const withdrawalSchema = z.object({
  id: z.uuid(),
  partner: z.string(),
  amount: moneySchema,
  state: z.enum(withdrawalStates),
  requestedBy: z.string(),
  requestedAtMs: z.number().int(),
  decidedAtMs: z.number().int().nullable(),
})
export type Withdrawal = z.infer<typeof withdrawalSchema>
