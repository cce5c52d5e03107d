import { z } from 'zod'

/** An amount in whole minor units (cents, fen) of an ISO 4217 currency. */
export const moneySchema = z.object({
  minor: z.number().int().min(-1_000_000_000).max(1_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
})
export type Money = z.infer<typeof moneySchema>

/** Nothing, in a currency. */
export const zero = (currency: string): Money => ({ minor: 0, currency })

/**
 * Two amounts of one currency added.
 * @throws RangeError for two currencies: there is no rate in this product
 */
export function add(one: Money, other: Money): Money {
  if (one.currency !== other.currency) {
    throw new RangeError(`${one.currency} and ${other.currency} cannot be added`)
  }
  return { ...one, minor: one.minor + other.minor }
}

/** `times` as much; whole. */
export const multiply = (money: Money, times: number): Money => ({
  ...money,
  minor: Math.round(money.minor * times),
})
