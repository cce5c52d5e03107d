import { isPhoneNumber } from './phone-number.ts'

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

/** Field -> why it is refused; empty where the address can be used. */
export type AddressErrors = Readonly<Partial<Record<AddressField, 'empty' | 'phone-format'>>>

/** The specification's check: every field filled in, and the phone number in its form. */
export function addressErrors(address: Address): AddressErrors {
  const errors: Partial<Record<AddressField, 'empty' | 'phone-format'>> = {}
  for (const field of addressFields) {
    if (address[field].trim() === '') errors[field] = 'empty'
  }
  if (errors.phone === undefined && !isPhoneNumber(address.phone.trim())) {
    errors.phone = 'phone-format'
  }
  return errors
}
