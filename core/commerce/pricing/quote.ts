import type { Product } from '../../design/document.ts'
import { add, type Money, multiply, zero } from '../money/money.ts'

/** One line of a price list. */
export interface Price {
  readonly minor: number
  /** Each piece, or each square decimetre of the print. */
  readonly per: 'piece' | 'dm2'
}

export interface PriceList {
  readonly currency: string
  /** By the specification's `goods_feature_id`. */
  readonly prices: Readonly<Record<string, Price>>
  readonly shippingMinor: number
}

/** What a coupon takes off the goods, never off the shipping. */
export interface Coupon {
  readonly code: string
  readonly percentOff: number
}

export interface Quote {
  readonly unit: Money
  readonly goods: Money
  readonly discount: Money
  readonly shipping: Money
  readonly total: Money
  readonly coupon: string | null
}

export interface Basket {
  readonly product: Product
  readonly quantity: number
  readonly pickup: boolean
  readonly coupon: Coupon | null
}

/** The `goods_feature_id` of a product: `case/matte`, `cake/8`, `cake/custom`. */
const featureOf = (product: Product): string =>
  product.kind === 'phone-case'
    ? `case/${product.materialId}`
    : `cake/${product.sizeInches ?? 'custom'}`

/** The price of a basket, or null where the price list has no such product. */
export function quote(
  { product, quantity, pickup, coupon }: Basket,
  list: PriceList,
): Quote | null {
  const price = list.prices[featureOf(product)]
  if (price === undefined) return null
  const { widthMm, heightMm } = product.geometry
  const times = price.per === 'piece' ? 1 : (widthMm * heightMm) / 10_000
  const unit = multiply({ minor: price.minor, currency: list.currency }, times)
  const goods = multiply(unit, quantity)
  const discount = multiply(goods, -(coupon?.percentOff ?? 0) / 100)
  const shipping = pickup
    ? zero(list.currency)
    : { minor: list.shippingMinor, currency: list.currency }
  const total = add(add(goods, discount), shipping)
  return { unit, goods, discount, shipping, total, coupon: coupon?.code ?? null }
}
