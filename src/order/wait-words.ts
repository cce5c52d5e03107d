import type { TFunction } from 'i18next'
import type { Minutes } from '#core/contract/entities/machine.ts'

/** When something is ready, as a range that may be believed. */
export const readyWords = (t: TFunction<'store'>, { from, to }: Minutes): string =>
  from === 0 ? t('lineUp.soon', { to }) : t('lineUp.ready', { from, to })

/** How many prints are made before one. */
export const placeWords = (t: TFunction<'store'>, before: number): string =>
  before === 0 ? t('lineUp.next') : t('lineUp.before', { prints: before })

const reasons = {
  'media-empty': 'media',
  'media-needed': 'media',
  'media-low': 'media',
  'media-jam': 'jam',
  'cover-open': 'cover',
  'door-open': 'cover',
  'interlock-open': 'cover',
  'marker-supply-empty': 'ink',
  'toner-empty': 'ink',
} as const satisfies Readonly<Record<string, string>>

const isReason = (text: string): text is keyof typeof reasons => Object.hasOwn(reasons, text)

/** What a printer reports by IPP's keywords, in plain words; what has none is left out. */
export const reasonWords = (
  t: TFunction<'store'>,
  faults: readonly string[],
): readonly string[] => {
  const named = faults.filter(isReason).map((fault) => reasons[fault])
  return [...new Set(named)].map((reason) => t(`station.reasons.${reason}`))
}

/** A note of an order's history: a printer's keywords in plain words, else as it was written. */
export function noteWords(t: TFunction<'store'>, note: string): string | null {
  const words = note.split(/\s+/)
  if (words.some(isReason)) return reasonWords(t, words).join(' · ')
  // Keywords that have no words of ours mean nothing to a customer.
  return words.every((word) => /^[a-z]+(-[a-z]+)*$/.test(word)) && words.length < 4 ? null : note
}
