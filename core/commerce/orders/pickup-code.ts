/** Digits that a customer reads out or types to collect a print. */
export const PICKUP_DIGITS = 8
const PREFIX = 'STAMPA'

/** What somebody shows to collect a print: digits, or a QR code with its order and a signature. */
export type PickupCode =
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'signed'; readonly orderNumber: string; readonly signature: string }

/** The text of the QR code; letters and digits that make a small one. */
export const writePickupCode = (orderNumber: string, signature: string): string =>
  [PREFIX, orderNumber, signature].join(':')

/** What was typed or read; null where it is no pickup code at all. Spaces between digits are kept out. */
export function readPickupCode(text: string): PickupCode | null {
  const given = text.trim()
  const digits = given.replaceAll(/[\s-]/g, '')
  if (/^\d+$/.test(digits))
    return digits.length === PICKUP_DIGITS ? { kind: 'digits', digits } : null
  const [prefix, orderNumber, signature, ...rest] = given.split(':')
  if (prefix !== PREFIX || rest.length > 0) return null
  return orderNumber && signature ? { kind: 'signed', orderNumber, signature } : null
}
