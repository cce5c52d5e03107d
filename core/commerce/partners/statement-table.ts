import type { Money } from '../money/money.ts'
import { type SalesLine, salesCells, salesColumns } from './sales-columns.ts'

interface StatementLine extends SalesLine {
  readonly amount: Money
  readonly balance: Money
}

interface Statement {
  readonly month: string
  readonly opening: Money
  readonly lines: readonly StatementLine[]
  readonly closing: Money
}

const head = [...salesColumns, 'amount (minor units)', 'balance (minor units)', 'currency']

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
    ...lines.map((line) => {
      const { amount, balance } = line
      return [...salesCells(line), amount.minor, balance.minor, amount.currency]
    }),
    bound('closing balance', closing),
  ]
}
