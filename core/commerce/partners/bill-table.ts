import type { Money } from '../money/money.ts'

interface BillLine {
  readonly atMs: number
  readonly kind: string
  readonly machine_id: string
  readonly subject: string
  readonly gross: Money
  readonly share: Money
}

interface Bill {
  readonly number: string
  readonly month: string
  readonly state: string
  readonly lines: readonly BillLine[]
  readonly gross: Money
  readonly share: Money
}

const head = [
  'bill',
  'time (UTC)',
  'kind',
  'machine',
  'subject',
  'gross (minor units)',
  'platform share (minor units)',
  'currency',
]

/** A bill's rows for a spreadsheet: the same names in every language, whole minor units. */
export const billTable = ({ number, month, state, lines, gross, share }: Bill) => [
  head,
  ...lines.map((line) => [
    number,
    new Date(line.atMs).toISOString(),
    line.kind,
    line.machine_id,
    line.subject,
    line.gross.minor,
    line.share.minor,
    line.gross.currency,
  ]),
  [number, month, `total (${state})`, '', '', gross.minor, share.minor, gross.currency],
]
