import { piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { distanceTo } from '../../distance.ts'

/** How large and how deep a piece must be: what is less is an edge that was moved. */
export interface DeepSize {
  /** Pixels that it is larger than. */
  readonly areaPx: number
  /** Distance from its border that one of its pixels is beyond, px. */
  readonly deepPx: number
}

/** The pixels of each connected piece of what is marked with a 1 that is so large and somewhere so deep. */
export function deepPieces(
  size: { readonly widthPx: number; readonly heightPx: number },
  marks: Uint8Array,
  { areaPx, deepPx }: DeepSize,
): readonly Int32Array[] {
  const large = piecesOfMarks(marks.slice(), size.widthPx)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length > areaPx)
  if (large.length === 0) return []
  const isOut = withValues(new Uint8Array(marks.length), (at) => (marks[at] === 0 ? 1 : 0))
  const depth = distanceTo(size, isOut, deepPx).values
  return large.filter((pixels) => pixels.some((at) => (depth[at] as number) > deepPx))
}

/**
 * The same of what is marked without what ties it: rims and strips thinner than the depth asked for are nobody's
 * and part pieces.
 */
export function bulkyPieces(
  size: { readonly widthPx: number; readonly heightPx: number },
  marks: Uint8Array,
  { areaPx, deepPx }: DeepSize,
): readonly Int32Array[] {
  const isOut = withValues(new Uint8Array(marks.length), (at) => (marks[at] === 0 ? 1 : 0))
  const depth = distanceTo(size, isOut, deepPx).values
  if (!depth.some((px) => px > deepPx)) return []
  const isCore = withValues(new Uint8Array(marks.length), (at) =>
    (depth[at] as number) > deepPx / 2 ? 1 : 0,
  )
  const reachPx = deepPx / 2 + 1
  const away = distanceTo(size, isCore, reachPx).values
  const bulky = withValues(new Uint8Array(marks.length), (at) =>
    marks[at] === 1 && (away[at] as number) <= reachPx ? 1 : 0,
  )
  return piecesOfMarks(bulky, size.widthPx)
    .map(({ pixels }) => pixels)
    .filter(
      (pixels) => pixels.length > areaPx && pixels.some((at) => (depth[at] as number) > deepPx),
    )
}
