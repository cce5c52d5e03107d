import type { FloatPlane } from '../../../../pixels/raster.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { Cel } from '../cel.ts'
import { HAIR_BARE, type Hair } from '../hair/hair.ts'
import { unitPxOf } from '../study.ts'

/** A line about a head is no wider than this against it; it is thinned to such a share of its width at most. */
const WIDE = { most: 0.022, thinnest: 0.6 } as const
/** Half axes of what is painted of a head, its widths. */
const HEAD = { aside: 0.8, above: 1.1, below: 0.75 } as const
/** So far beside a head a line is still its outline, px. */
const BESIDE_PX = 3

/** Heads in a picture, and the hair of each. */
interface SeenHeads {
  readonly heads: readonly Head[]
  readonly hairs: readonly (Hair | null)[]
}

/**
 * Makes lines about small heads thinner, in place: as wide as a large head's they are a torn black rim between a face
 * and its hair.
 * @param ink 0..1
 * @param contour width of the look's contours, thousandths of the picture's longer side
 */
export function thinAboutHeads(
  { values }: FloatPlane,
  cel: Cel,
  seen: SeenHeads,
  contour: number,
): void {
  const cut = cutsOf(cel, seen, contour * unitPxOf(cel))
  if (cut === null) return
  const { widthPx } = cel
  const steps = [-1, 1].flatMap((by) => [by * BESIDE_PX, by * BESIDE_PX * widthPx])
  for (let at = 0; at < values.length; at++) {
    const own = values[at] as number
    if (own === 0) continue
    let by = cut[at] as number
    for (const step of steps) by = Math.max(by, cut[at + step] ?? 0)
    if (by > 0) values[at] = Math.max(0, own - by) / (1 - by)
  }
}

/** How much of a line's profile is cut off at each place, 0..1; null where no head is so small. */
function cutsOf(
  cel: Cel,
  { heads, hairs }: SeenHeads,
  contourPx: number,
): Float32Array<ArrayBuffer> | null {
  let cuts: Float32Array<ArrayBuffer> | null = null
  heads.forEach((head, k) => {
    const by = cutFor(head.widthPx, contourPx)
    if (by === 0) return
    cuts ??= new Float32Array(cel.bare.length)
    markHead(cuts, cel, head, by)
    for (const at of hairs[k]?.places ?? []) cuts[at] = Math.max(cuts[at] as number, by)
  })
  return cuts
}

/** How much of the profile of a line, a bell, is cut off so that it is as wide as its head wants it. */
function cutFor(headPx: number, contourPx: number): number {
  const share = Math.max(WIDE.thinnest, (WIDE.most * headPx) / contourPx)
  return share >= 1 ? 0 : 2 ** (1 - share * share) - 1
}

/** Marks what is painted as somebody's head. */
function markHead(cuts: Float32Array, { bare, widthPx }: Cel, head: Head, by: number): void {
  eachRow(head, widthPx, (first, _, left, top, du, dv) => {
    for (let k = 0, at = first; k < head.box.width; k++, at++) {
      const x = (left + k * du) / HEAD.aside
      const v = top + k * dv
      const y = v / (v < 0 ? HEAD.above : HEAD.below)
      if (x * x + y * y >= 1 || (bare[at] as number) < HAIR_BARE) continue
      cuts[at] = Math.max(cuts[at] as number, by)
    }
  })
}
