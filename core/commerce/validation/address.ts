/** What a receiving address needs, in the order of the form; each has its own message. */
export const addressFields = [
  'recipient',
  'phone',
  'country',
  'province',
  'city',
  'detail',
  'postalCode',
  'email',
] as const
export type AddressField = (typeof addressFields)[number]
export type Address = Readonly<Record<AddressField, string>>
