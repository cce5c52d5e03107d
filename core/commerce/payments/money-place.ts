import type { PaymentState } from './payment-transitions.ts'

/** Where the money of an order is, as its customer may be told. */
export const moneyPlaces = [
  /** Nothing was taken. */
  'none',
  /** Reserved, and taken once it is printed. */
  'held',
  /** It is printed, and the provider was asked to take what was reserved. */
  'taking',
  'taken',
  /** On its way back: the provider was asked. */
  'returning',
  /** What was reserved was let go; it was never taken. */
  'released',
  'refunded',
  /** The provider refuses; staff looks. */
  'stuck',
] as const
export type MoneyPlace = (typeof moneyPlaces)[number]

/** A payment, and whether the books say that it was charged. */
export interface BookedPayment {
  readonly state: PaymentState
  readonly charged: boolean
}

const placeOf = ({ state, charged }: BookedPayment): MoneyPlace => {
  if (state === 'stuck') return 'stuck'
  if (state === 'authorised') return 'held'
  if (state === 'capture-due') return 'taking'
  if (state === 'captured') return 'taken'
  if (!charged) return 'none'
  if (state === 'return-due') return 'returning'
  if (state === 'refunded') return 'refunded'
  return state === 'voided' ? 'released' : 'none'
}

/** What matters most to the customer comes first. */
const order: readonly MoneyPlace[] = [
  'stuck',
  'taken',
  'taking',
  'held',
  'returning',
  'refunded',
  'released',
  'none',
]

/** Where an order's money is, of all tries to pay it. */
export const moneyPlaceOf = (payments: readonly BookedPayment[]): MoneyPlace => {
  const places = payments.map(placeOf)
  return order.find((place) => places.includes(place)) ?? 'none'
}
