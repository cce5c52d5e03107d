import { type OrderStatus, orderStatus } from '#core/commerce/orders/order-status.ts'
import type { PaymentState } from '#core/commerce/payments/payment-transitions.ts'

/** What a provider's link back claims. */
export type Claim = 'success' | 'failed' | 'cancelled'

/** What the provider knows stands above what its link back claims. */
export function claimOf(state: PaymentState | null, claim: Claim): Claim {
  if (state === 'declined') return 'failed'
  if (state === 'cancelled' || state === 'voided') return 'cancelled'
  return claim
}

/** What became of a payment: the order's status decides, the link only says what was tried. */
export type PayOutcome = 'paid' | 'waiting' | 'failed' | 'cancelled' | 'closed'

export function payOutcome(status: OrderStatus, claim: Claim): PayOutcome {
  if (status === orderStatus.CLOSED || status === orderStatus.INVALID) return 'closed'
  if (status !== orderStatus.UNPAY) return 'paid'
  return claim === 'success' ? 'waiting' : claim
}
