import { sql } from 'drizzle-orm'
import { geometryOf } from '#core/catalogue/product-geometry.ts'
import type { Basket, PriceList, Quote } from '#core/commerce/pricing/quote.ts'
import { quote } from '#core/commerce/pricing/quote.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { goods, shopSettings } from '../database/schema.ts'

/** What things cost, and which version of it: another one follows every change of a price. */
export interface PricesNow extends PriceList {
  readonly version: number
}

/** What things cost now. */
export async function priceList(queries: Queries): Promise<PricesNow> {
  const rows = await queries.select().from(shopSettings).leftJoin(goods, sql`true`)
  const settings = rows[0]?.shop_settings
  if (settings === undefined) throw new Error('the shop has no settings: was it seeded?')
  return {
    version: settings.pricesVersion,
    currency: settings.currency,
    shippingMinor: settings.shippingMinor,
    prices: Object.fromEntries(
      rows.flatMap(({ goods: price }) =>
        price === null ? [] : [[price.featureId, { minor: price.minor, per: price.per }]],
      ),
    ),
  }
}

/** The prices that were read last: whoever goes by them finds out whether they hold (`version`). */
export interface HeldPrices {
  readonly held: () => PricesNow | null
  readonly read: () => Promise<PricesNow>
}

export function holdPrices(queries: Queries): HeldPrices {
  let last: PricesNow | null = null
  return {
    held: () => last,
    read: async () => {
      last = await priceList(queries)
      return last
    },
  }
}

/** @throws Refused `product-unknown` or, for a product that no price is known of, `colour-system` */
export function quoteBasket(basket: Basket, list: PriceList): Quote {
  if (geometryOf(basket.product) === null) throw new Refused('product-unknown')
  const priced = quote(basket, list)
  if (priced === null) throw new Refused('colour-system')
  return priced
}
