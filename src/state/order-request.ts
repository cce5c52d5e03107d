import { atom } from 'jotai'

/** What the customer says of an order besides its design. */
export interface OrderRequest {
  readonly quantity: number
  readonly pickup: boolean
  readonly addressId: string | null
  /** As applied; what is being typed is the field's own. */
  readonly coupon: string
  readonly promotionNumber: string
  readonly remarks: string
  /** Null until the customer was asked. */
  readonly payOffline: boolean | null
}

/** Kept while the customer goes to write an address and comes back. */
export const orderRequestAtom = atom<OrderRequest>({
  quantity: 1,
  pickup: true,
  addressId: null,
  coupon: '',
  promotionNumber: '',
  remarks: '',
  payOffline: null,
})
