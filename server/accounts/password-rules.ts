import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'
import { Refused } from '../calls/refused.ts'

/** The most frequent passwords of known breaches, as far as they are long enough to be chosen. */
const breached: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH_MIN),
)

/**
 * Refuses what is guessed first: passwords of known breaches, the number itself, one letter alone.
 * @throws Refused `fields-wrong` with the field `password`
 */
export function refuseGuessable(password: string, phone: string): void {
  const plain = password.normalize('NFKC').toLowerCase()
  const isNumber =
    plain.replace(/\D/g, '').endsWith(phone.replace(/\D/g, '')) && /^[\d\s+-]+$/.test(plain)
  if (breached.has(plain) || isNumber || new Set(plain).size === 1) {
    throw new Refused('fields-wrong', { fields: { password: 'password-common' } })
  }
}
