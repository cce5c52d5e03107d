import { asc } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { goods, shopSettings } from '../database/schema.ts'
import { machineRow } from '../stations/machines.ts'
import { findCoupon } from './coupons.ts'
import { priceList, quoteBasket } from './price-list.ts'

/** What can be bought and what it costs. */
export function goodsHandlers({
  database,
  now,
}: Context): Handlers<'goodsList' | 'categoryList' | 'quoteOrder'> {
  const listed = async () => {
    const rows = await database
      .select({ goods, currency: shopSettings.currency })
      .from(goods)
      .crossJoin(shopSettings)
      .orderBy(asc(goods.minor))
    return rows.map(({ goods: { featureId, category, minor, per }, currency }) => ({
      goods_feature_id: featureId,
      category,
      price: { minor, currency },
      per,
    }))
  }
  return {
    goodsList: listed,

    categoryList: async () => {
      const pieces = (await listed()).filter(({ per }) => per === 'piece')
      return (['phone-case', 'cake'] as const).flatMap((id) => {
        const cheapest = pieces.find(({ category }) => category === id)
        return cheapest === undefined ? [] : [{ id, from: cheapest.price }]
      })
    },

    quoteOrder: async ({ request }) => {
      await machineRow(database, request.machine_id)
      const coupon =
        request.coupon === '' ? null : await findCoupon(database, request.coupon, now())
      return quoteBasket({ ...request, coupon }, await priceList(database))
    },
  }
}
