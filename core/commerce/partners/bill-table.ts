import type { Money } from '../money/money.ts'
import { type SalesLine, salesCells, salesColumns } from './sales-columns.ts'

interface Bill {
  readonly number: string | null
  readonly month: string
  readonly state: string
  readonly lines: readonly SalesLine[]
  readonly gross: Money
  readonly share: Money
}

const head = ['bill', ...salesColumns, 'currency']

/** A bill's rows for a spreadsheet; one that is not issued yet has no number. */
export function billTable({ number, month, state, lines, gross, share }: Bill) {
  const bill = number ?? ''
  return [
    head,
    ...lines.map((line) => [bill, ...salesCells(line), line.gross.currency]),
    [bill, month, `total (${state})`, '', '', gross.minor, share.minor, gross.currency],
  ]
}
