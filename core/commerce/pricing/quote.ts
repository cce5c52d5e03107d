import { geometryOf } from '../../catalogue/product-geometry.ts'
import type { Choice } from '../../design/document.ts'
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
  readonly product: Choice
  readonly quantity: number
  readonly pickup: boolean
  readonly coupon: Coupon | null
}

/** The `goods_feature_id` of a product: `case/matte`, `cake/8`, `cake/custom`. */
function featureOf(product: Choice): string {
  if (product.kind === 'phone-case') return `case/${product.materialId}`
  return `cake/${product.shape === 'custom' ? 'custom' : product.sizeInches}`
}

/**
 * The price of a basket, from what was chosen alone; null where catalogue or price list have no such
 * product.
 */
export function quote(
  { product, quantity, pickup, coupon }: Basket,
  list: PriceList,
): Quote | null {
  const price = list.prices[featureOf(product)]
  const geometry = geometryOf(product)
  if (price === undefined || geometry === null) return null
  const times = price.per === 'piece' ? 1 : (geometry.widthMm * geometry.heightMm) / 10_000
  const unit = multiply({ minor: price.minor, currency: list.currency }, times)
  const goods = multiply(unit, quantity)
  const discount = multiply(goods, -(coupon?.percentOff ?? 0) / 100)
  const shipping = pickup
    ? zero(list.currency)
    : { minor: list.shippingMinor, currency: list.currency }
  const total = add(add(goods, discount), shipping)
  return { unit, goods, discount, shipping, total, coupon: coupon?.code ?? null }
}
