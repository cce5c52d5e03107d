// The small build: the card page is a document of its own, and needs little more than this.
import * as z from 'zod/mini'

/** An amount in whole minor units (cents, fen) of an ISO 4217 currency. */
export const moneySchema = z.object({
  minor: z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
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
