/**
 * Where money is: with the customer, `held` (authorised, or paid and not printed yet), `delivered`
 * (the shop's own) or `refunded`.
 */
export type LedgerAccount = 'customer' | 'held' | 'delivered' | 'refunded'

/** What moves money: taken from the customer, earned by a print, given back. */
export type LedgerMove = 'charge' | 'deliver' | 'return'

/** One line of the books: an amount that left one account for another. */
export interface LedgerEntry {
  readonly move: LedgerMove
  readonly from: LedgerAccount
  readonly to: LedgerAccount
}

/**
 * The line that a move adds to those of the same payment, each of which is for its whole amount; null
 * where it adds none: a move happens once, and what was never charged is not given back.
 */
export function ledgerEntry(
  earlier: readonly Pick<LedgerEntry, 'move'>[],
  move: LedgerMove,
): LedgerEntry | null {
  const was = (done: LedgerMove) => earlier.some((entry) => entry.move === done)
  if (was(move) || was('return')) return null
  if (move === 'charge') return { move, from: 'customer', to: 'held' }
  if (!was('charge')) return null
  if (move === 'deliver') return { move, from: 'held', to: 'delivered' }
  return { move, from: was('deliver') ? 'delivered' : 'held', to: 'refunded' }
}
