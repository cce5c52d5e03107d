import { type OrderStatus, orderStatus } from '#core/commerce/orders/order-status.ts'

/** What a provider's link back claims. */
export type Claim = 'success' | 'failed' | 'cancelled'

/** What became of a payment: the order's status decides, the link only says what was tried. */
export type PayOutcome = 'paid' | 'waiting' | 'failed' | 'cancelled' | 'closed'

export function payOutcome(status: OrderStatus, claim: Claim): PayOutcome {
  if (status === orderStatus.CLOSED || status === orderStatus.INVALID) return 'closed'
  if (status !== orderStatus.UNPAY) return 'paid'
  return claim === 'success' ? 'waiting' : claim
}
