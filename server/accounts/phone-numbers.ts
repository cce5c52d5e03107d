import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { Refused } from '../calls/refused.ts'
import type { ServerConfig } from '../config.ts'

/**
 * A number as it is stored, by the specification's own pattern or any country's.
 * @throws Refused `fields-wrong` with the field `phone`
 */
export function readPhone(typed: string, { phones }: Pick<ServerConfig, 'phones'>): string {
  const text = typed.trim()
  if (phones === 'specified' && isPhoneNumber(text)) return text.replace(/^0(?=1[3458]\d{9}$)/, '')
  if (phones === 'international') {
    const number = parsePhoneNumberFromString(text)
    if (number?.isValid()) return number.number
  }
  throw new Refused('fields-wrong', { fields: { phone: 'phone-format' } })
}
