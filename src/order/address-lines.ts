import type { Address } from '#core/commerce/validation/address.ts'

/** An address as it is written on a parcel, without the recipient. */
export const addressLines = (address: Address): readonly string[] => [
  address.detail,
  `${address.postalCode} ${address.city}`,
  address.province,
  address.country,
  address.phone,
]
