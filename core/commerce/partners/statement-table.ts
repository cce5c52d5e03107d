import type { Money } from '../money/money.ts'

interface StatementLine {
  readonly atMs: number
  readonly kind: string
  readonly machine_id: string
  readonly subject: string
  readonly gross: Money
  readonly share: Money
  readonly amount: Money
  readonly balance: Money
}

interface Statement {
  readonly month: string
  readonly opening: Money
  readonly lines: readonly StatementLine[]
  readonly closing: Money
}

const head = [
  'time (UTC)',
  'kind',
  'machine',
  'subject',
  'gross (minor units)',
  'platform share (minor units)',
  'amount (minor units)',
  'balance (minor units)',
  'currency',
]

/** A statement's rows for a spreadsheet: the same names in every language, whole minor units. */
export function statementTable({ month, opening, lines, closing }: Statement) {
  const bound = (kind: string, { minor, currency }: Money) => [
    month,
    kind,
    '',
    '',
    0,
    0,
    0,
    minor,
    currency,
  ]
  return [
    head,
    bound('opening balance', opening),
    ...lines.map(({ atMs, kind, machine_id, subject, gross, share, amount, balance }) => [
      new Date(atMs).toISOString(),
      kind,
      machine_id,
      subject,
      gross.minor,
      share.minor,
      amount.minor,
      balance.minor,
      amount.currency,
    ]),
    bound('closing balance', closing),
  ]
}
