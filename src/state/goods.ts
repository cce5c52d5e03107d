import type { Money } from '#core/commerce/money/money.ts'
import type { Goods } from '#core/contract/entities/goods.ts'

/** What a `goods_feature_id` costs, or null where the shop has none. */
export const priceOf = (goods: readonly Goods[], feature: string): Money | null =>
  goods.find(({ goods_feature_id }) => goods_feature_id === feature)?.price ?? null

/** The lowest price of a category's pieces, or null. */
export function lowestPrice(goods: readonly Goods[], category: Goods['category']): Money | null {
  const pieces = goods.filter((each) => each.category === category && each.per === 'piece')
  return pieces.toSorted((one, other) => one.price.minor - other.price.minor)[0]?.price ?? null
}
