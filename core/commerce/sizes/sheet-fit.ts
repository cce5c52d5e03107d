import type { Sheet } from './imposition.ts'

/** Whether a print lies on a sheet, either way round. */
export function fitsSheet(print: Sheet, sheet: Sheet): boolean {
  const [short, long] = shortAndLong(print)
  const [sheetShort, sheetLong] = shortAndLong(sheet)
  return short <= sheetShort && long <= sheetLong
}

const shortAndLong = ({ widthMm, heightMm }: Sheet): readonly [number, number] => [
  Math.min(widthMm, heightMm),
  Math.max(widthMm, heightMm),
]
