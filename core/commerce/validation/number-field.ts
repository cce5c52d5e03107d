/** Digits with an optional decimal part (specification, point 5). */
const NUMBER = /^\d+(\.\d+)?$/

export type NumberError = 'empty' | 'not-a-number' | 'too-small' | 'too-large'

export type NumberCheck =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly error: NumberError }

/** What a customer typed, as a number from `min` to `max`. */
export function checkNumber(text: string, min: number, max: number): NumberCheck {
  const typed = text.trim()
  if (typed === '') return { ok: false, error: 'empty' }
  if (!NUMBER.test(typed)) return { ok: false, error: 'not-a-number' }
  const value = Number(typed)
  if (value < min) return { ok: false, error: 'too-small' }
  return value > max ? { ok: false, error: 'too-large' } : { ok: true, value }
}
