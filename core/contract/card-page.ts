// The small build: nothing else of this page needs the whole one.
import * as z from 'zod/mini'
import { moneySchema } from '../commerce/money/money.ts'
import { storable } from '../schema/storable.ts'

/** The sandbox's card page speaks with its provider below this address. */
export const CARD_PAGE_PATH = '/v1/sandbox/payments'

/** What the page shows of a payment. */
export const cardPageSchema = z.object({
  shop: z.string(),
  orderNumber: z.string(),
  amount: moneySchema,
  /** `over` is one that can be paid no more. */
  state: z.enum(['open', 'confirming', 'over']),
  /** Back to the shop. */
  back: z.string(),
})
export type CardPage = z.infer<typeof cardPageSchema>

const written = (pattern: RegExp) => z.string().check(z.regex(storable), z.trim(), z.regex(pattern))

export const cardSchema = z.object({
  number: written(/^.{12,30}$/u),
  /** `MM/YY` */
  expiry: written(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/),
  cvc: written(/^\d{3,4}$/),
})
export type Card = z.infer<typeof cardSchema>

export const confirmationSchema = z.object({ approved: z.boolean() })

/** What became of a try. */
export const cardAnswerSchema = z.discriminatedUnion('kind', [
  /** It is over: back to the shop. */
  z.object({ kind: z.literal('leave'), to: z.string() }),
  /** Another card may be tried. */
  z.object({ kind: z.literal('declined') }),
  /** No test card: nothing else is taken here. */
  z.object({ kind: z.literal('card-unknown') }),
  /** The card's holder is asked. */
  z.object({ kind: z.literal('confirm') }),
])
export type CardAnswer = z.infer<typeof cardAnswerSchema>
