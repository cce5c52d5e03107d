import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Cells } from '../cells/cells.ts'
import type { AnimeLook } from '../looks.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'

/** A cell is black backdrop that is darker than this, fainter, and hardly any person's. */
const BLACK = { light: 0.3, chroma: 0.05, person: 0.35 }
/** A portrait stands before black where so much of the picture is such a backdrop, and of all that is no person. */
const WHOLE = { picture: { from: 0.2, to: 0.35 }, around: { from: 0.78, to: 0.9 } }
/** A smaller cell, as a share of the picture, so close to people, in thousandths of its longer side, is hair or cloth. */
const CLOSE = { least: 0.02, reach: 18, share: 0.06 }
/** Where so much of what is about is people, black is a gap in them. */
const GAP = 0.5
/** How much of a cell's light against the others remains. */
const KEPT = 0.5

/**
 * Paints the black before which somebody stands in the look's own colour: black alone is the same in every
 * look. Whole cells change, so none gets a border.
 * @param paint as it is graded
 * @param picture as it was before it was painted
 * @param person where people are, 0..1
 * @returns the cells, with gaps in people as one of their own
 */
export function paintBackdrop(
  kernels: Kernels,
  paint: OkLabPicture,
  picture: OkLabPicture,
  cells: Cells,
  person: Float32Array<ArrayBuffer>,
  { light, a, b }: AnimeLook['palette']['backdrop'],
): Cells {
  const { sizes, ...seen } = kernels.cellMeans(picture, cells)
  const within = sumsOf(cells, person)
  const isBlack = sizes.map((size, cell) => {
    const chroma = Math.hypot(seen.a[cell] as number, seen.b[cell] as number)
    const isDark = (seen.lightness[cell] as number) < BLACK.light && chroma < BLACK.chroma
    return isDark && (within[cell] as number) < BLACK.person * size ? 1 : 0
  })
  const share = beforeBlack(sizes, within, isBlack)
  if (share === 0) return cells
  const { widthPx, heightPx } = picture
  const near = kernels.gaussian(
    { widthPx, heightPx, values: person },
    CLOSE.reach * unitPxOf(picture),
  )
  const close = sumsOf(cells, near.values)
  sizes.forEach((size, cell) => {
    const isSmall = size < CLOSE.least * person.length
    if (isSmall && (close[cell] as number) > CLOSE.share * size) isBlack[cell] = 0
  })
  const of = cells.of.slice()
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if (isBlack[cell] === 0) continue
    if ((near.values[at] as number) > GAP) {
      of[at] = cells.total
      continue
    }
    const own = paint.lightness[at] as number
    const to = light + KEPT * (seen.lightness[cell] as number)
    paint.lightness[at] = own + (to - own) * share
    paint.a[at] = (paint.a[at] as number) + (a - (paint.a[at] as number)) * share
    paint.b[at] = (paint.b[at] as number) + (b - (paint.b[at] as number)) * share
  }
  return { ...cells, of, total: cells.total + 1 }
}

/** Of each cell. */
function sumsOf({ of, total }: Cells, values: Float32Array): Float32Array {
  const sums = new Float32Array(total)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    sums[cell] = (sums[cell] as number) + (values[at] as number)
  }
  return sums
}

/** How much somebody stands before black, 0..1. */
function beforeBlack(sizes: Uint32Array, within: Float32Array, isBlack: Uint32Array): number {
  let [whole, around, black] = [0, 0, 0]
  sizes.forEach((size, cell) => {
    whole += size
    around += size - (within[cell] as number)
    if (isBlack[cell] === 1) black += size
  })
  const { picture, around: about } = WHOLE
  return (
    smoothstep(picture.from, picture.to, black / Math.max(1, whole)) *
    smoothstep(about.from, about.to, black / Math.max(1, around))
  )
}
