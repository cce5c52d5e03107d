import { atom } from 'jotai'

import type { Address } from '#core/commerce/validation/address.ts'

/** An address as it is being written; kept while the customer is on the map. */
export interface AddressForm extends Address {
  readonly id: string | null
  readonly isDefault: boolean
  readonly latitude: number | null
  readonly longitude: number | null
}

export const emptyAddress: AddressForm = {
  id: null,
  recipient: '',
  phone: '',
  country: '',
  province: '',
  city: '',
  detail: '',
  postalCode: '',
  email: '',
  isDefault: false,
  latitude: null,
  longitude: null,
}

/** Null while the list alone is shown. */
export const addressFormAtom = atom<AddressForm | null>(null)
