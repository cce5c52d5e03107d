import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'
import { Refused } from '../calls/refused.ts'

/** The most frequent passwords of known breaches, as far as they are long enough to be chosen. */
const breached: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_LENGTH_MIN),
)

/**
 * Refuses what is guessed first: passwords of known breaches, one's own number or name, one letter alone.
 * @param own the phone number or the user name that it opens
 * @throws Refused `fields-wrong` with the field `password`
 */
export function refuseGuessable(password: string, own: string): void {
  const plain = password.normalize('NFKC').toLowerCase()
  const digits = own.replace(/\D/g, '')
  const isNumber =
    digits !== '' && plain.replace(/\D/g, '').endsWith(digits) && /^[\d\s+-]+$/.test(plain)
  const isOwn = isNumber || plain === own.toLowerCase()
  if (breached.has(plain) || isOwn || new Set(plain).size === 1) {
    throw new Refused('fields-wrong', { fields: { password: 'password-common' } })
  }
}
