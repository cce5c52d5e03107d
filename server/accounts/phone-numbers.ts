import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isPhoneNumber } from '#core/commerce/validation/phone-number.ts'
import { Refused } from '../calls/refused.ts'
import type { ServerConfig } from '../config.ts'

type Deployment = Pick<ServerConfig, 'phones'>

/**
 * The one form of a number however it is written, by the specification's own pattern or any
 * country's; null where it is none. A mobile stands without its leading 0, an area code with it.
 */
export function phoneNumberOf(typed: string, { phones }: Deployment): string | null {
  const text = typed.trim()
  if (phones === 'international') {
    const number = parsePhoneNumberFromString(text)
    return number?.isValid() ? number.number : null
  }
  if (!isPhoneNumber(text)) return null
  const mobile = /^0?(1[3458]\d{9})$/.exec(text)?.[1]
  if (mobile !== undefined) return mobile
  const [area, local] = text.split('-')
  return local === undefined ? text : `0${area?.replace(/^0/, '')}${local}`
}

/**
 * A number as it is stored.
 * @throws Refused `fields-wrong` with the field `phone`
 */
export function readPhone(typed: string, deployment: Deployment): string {
  const number = phoneNumberOf(typed, deployment)
  if (number === null) throw new Refused('fields-wrong', { fields: { phone: 'phone-format' } })
  return number
}
