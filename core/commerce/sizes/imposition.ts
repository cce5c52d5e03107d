import type { Size } from './size.ts'

/** The sheet that a machine takes. */
export interface Sheet {
  readonly widthMm: number
  readonly heightMm: number
}

/** One copy on the sheet: its upper left corner and its size as it lies there. */
export interface Copy {
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}

export type Imposition =
  | { readonly fits: true; readonly copies: readonly Copy[] }
  /** `most` is the number of copies that would fit. */
  | { readonly fits: false; readonly most: number }

/** Width and height of one copy as it lies on the sheet. */
function turnedSize({ widthMm, heightMm, orientation }: Size): Sheet {
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)]
  return orientation === 'portrait'
    ? { widthMm: short, heightMm: long }
    : { widthMm: long, heightMm: short }
}

/** How many pieces of `length` stand in `room` with `gap` between them. */
const countIn = (room: number, length: number, gap: number): number =>
  Math.max(0, Math.floor((room + gap + 1e-9) / (length + gap)))

/**
 * Copies of a size in rows and columns from the sheet's upper left corner, filled row by row; the
 * right and the bottom margin stay free. What does not fit is refused with the number that does.
 */
export function impose(size: Size, sheet: Sheet): Imposition {
  const copy = turnedSize(size)
  const roomX = sheet.widthMm - size.rightMarginMm
  const roomY = sheet.heightMm - size.bottomMarginMm
  const columns = Math.min(size.columns, countIn(roomX, copy.widthMm, size.spacingMm))
  const rows = Math.min(size.rows, countIn(roomY, copy.heightMm, size.spacingMm))
  const most = columns * rows
  if (size.quantity > most) return { fits: false, most }
  const copies = Array.from({ length: size.quantity }, (_, index) => ({
    xMm: (index % columns) * (copy.widthMm + size.spacingMm),
    yMm: Math.floor(index / columns) * (copy.heightMm + size.spacingMm),
    ...copy,
  }))
  return { fits: true, copies }
}
