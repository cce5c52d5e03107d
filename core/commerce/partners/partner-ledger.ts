import type { LedgerEntry } from '../payments/ledger.ts'
import type { ProviderId } from '../payments/providers.ts'

/** Whose till a payment went into: what staff takes at a station stays with its partner. */
export const collectors = ['platform', 'partner'] as const
export type CollectedBy = (typeof collectors)[number]

const WHOLE_BASIS_POINTS = 10_000

/** What a line of the ledger means for the partner whose machine printed. */
export interface PartnerEntry {
  readonly collectedBy: CollectedBy
  /** What was earned; below zero where it was given back. */
  readonly grossMinor: number
  /** The platform's part of it. */
  readonly shareMinor: number
  /** What the platform owes the partner more by it. */
  readonly balanceMinor: number
}

/**
 * A partner earns what is delivered, less the platform's share, and loses the same when it is given
 * back; money that was never earned means nothing to them.
 * @param shareMinor of the delivery, where it is given back; else it is reckoned
 */
export function partnerEntry(
  { from, to }: Pick<LedgerEntry, 'from' | 'to'>,
  { minor, provider }: { readonly minor: number; readonly provider: ProviderId },
  share: { readonly basisPoints: number } | { readonly delivered: number },
): PartnerEntry | null {
  const sign = to === 'delivered' ? 1 : from === 'delivered' ? -1 : 0
  if (sign === 0) return null
  const collectedBy = provider === 'offline' ? 'partner' : 'platform'
  const part = 'delivered' in share ? share.delivered : shareOf(minor, share.basisPoints)
  const own = collectedBy === 'platform' ? minor - part : -part
  // 0 - x and not -x: there is no money of minus zero.
  const signed = (amount: number) => (sign === 1 ? amount : 0 - amount)
  return {
    collectedBy,
    grossMinor: signed(minor),
    shareMinor: signed(part),
    balanceMinor: signed(own === 0 ? 0 : own),
  }
}

/** Hundredths of a percent of an amount, in whole minor units. */
const shareOf = (minor: number, basisPoints: number): number =>
  Math.round((minor * basisPoints) / WHOLE_BASIS_POINTS)
