/** What makes a spreadsheet take text for a formula (OWASP, CSV injection). */
const formulaStarts = /^[=+\-@\t\r]/
const mustBeQuoted = /[",\r\n]/
const BOM = '\ufeff'

/**
 * A table as RFC 4180 has it, with a byte order mark: spreadsheets then read it as UTF-8. Text that a
 * spreadsheet would reckon as a formula is kept text; numbers stay numbers, below zero too.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formulaStarts.test(value) ? `'${value}` : value
  return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
