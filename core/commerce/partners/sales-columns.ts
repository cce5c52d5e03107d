import type { Money } from '../money/money.ts'

/** What a statement and a bill say of a sale or a refund. */
export interface SalesLine {
  readonly atMs: number
  readonly kind: string
  readonly machine_id: string
  readonly subject: string
  readonly gross: Money
  readonly share: Money
}

/** Columns that statements and bills share: the same names in every language, whole minor units. */
export const salesColumns = [
  'time (UTC)',
  'kind',
  'machine',
  'subject',
  'gross (minor units)',
  'platform share (minor units)',
] as const

/** A line under those columns. */
export const salesCells = ({ atMs, kind, machine_id, subject, gross, share }: SalesLine) => [
  new Date(atMs).toISOString(),
  kind,
  machine_id,
  subject,
  gross.minor,
  share.minor,
]
