import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Piece, piecesOf } from '../../../../pixels/pieces.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { hueAt, hueOf, wayTo } from './cloth-limbs.ts'
import { DIM, middleOf, type NearestFace, type SeenByFaces } from './nearest-face.ts'

/** Cloth is looked for so far from a face, in its widths: cheeks and throat are known by their places. */
const NEAREST = 1.4
/** Of less than this skin was hardly found. */
const SOME = 0.08
/** Strength of a hue against the face's own under which it is fainter than any skin of the same body. */
const FAINT = 0.72
/** Lightness against the face's own: what shines is faint, too. */
const LIT = 1.05
/** Strength of a hue that is not more than noise. */
const LEAST_STRENGTH = 0.045
/** Noise and a single thread tell nothing: most of what lies about a place has to be faint, in shares of the longer side. */
const ABOUT = 0.004
const MOST = 0.5
/** How far on the way from its face's hue to the hue of a cloth that is found a place is the same cloth. */
const SAME = 0.38
/** Broader than a thigh: so much of what lies about its middle belongs to it, which is 0.41 widths of a face to each side; and its area in such widths. */
const BROAD = { reach: 0.25, least: 0.9, area: 1.2 }

/**
 * Where skin was found that is broader than a limb and of a hue much fainter than its face's: a brown coat or a beige skirt, which
 * lit as skin would be white.
 * @param share how much of each place was taken for skin
 * @returns 1 there; null where none is
 */
export function faintClothIn(
  kernels: Kernels,
  share: FloatPlane,
  seen: SeenByFaces,
): FloatPlane | null {
  const { widthPx, heightPx } = share
  const faint = createFloatPlane(widthPx, heightPx)
  let count = 0
  for (let y = 0; y < heightPx; y++) count += markFaint(faint.values, share, seen, y)
  if (count === 0) return null
  const reachPx = ABOUT * Math.max(widthPx, heightPx)
  const kinds = kindsIn(kernels, kernels.gaussian(faint, reachPx), seen)
  if (kinds.length === 0) return null
  const alike = createFloatPlane(widthPx, heightPx)
  for (let y = 0; y < heightPx; y++) markAlike(alike.values, share, seen, kinds, y)
  const most = kernels.gaussian(alike, reachPx)
  markMost(most.values)
  return most
}

function markMost(values: Float32Array): void {
  for (let at = 0; at < values.length; at++) values[at] = (values[at] as number) > MOST ? 1 : 0
}

/** A cloth: its hue, and the face of who wears it. */
interface Cloth {
  readonly face: NearestFace
  readonly hue: readonly [red: number, yellow: number]
}

/** The cloths that are broad somewhere. @param faint what is fainter than skin */
function kindsIn(kernels: Kernels, faint: FloatPlane, { lab, nearest }: SeenByFaces): Cloth[] {
  const kinds: Cloth[] = []
  for (const piece of piecesOf(faint, MOST)) {
    const face = nearest(...middleOf(piece, faint.widthPx))
    if (piece.pixels.length < BROAD.area * face.widthPx ** 2) continue
    if (!isBroad(kernels, piece, faint, BROAD.reach * face.widthPx)) continue
    kinds.push({ face, hue: hueOf(lab, piece).hue })
  }
  return kinds
}

/** Marks a row's skin that is nearer to a cloth's hue than to its face's. */
function markAlike(
  alike: Float32Array,
  { widthPx, values }: FloatPlane,
  { lab, away, nearest }: SeenByFaces,
  kinds: readonly Cloth[],
  y: number,
): void {
  for (let x = 0; x < widthPx; x++) {
    const at = y * widthPx + x
    if ((values[at] as number) < SOME || away(x, y) < NEAREST) continue
    const face = nearest(x, y)
    if ((lab.light[at] as number) > LIT * face.lightness) continue
    for (const kind of kinds) {
      if (kind.face !== face || wayTo(hueAt(lab, at), face.hue, kind.hue) < SAME) continue
      alike[at] = 1
      break
    }
  }
}

/** Marks a row's skin that is fainter than its face. @returns how much it is */
function markFaint(
  faint: Float32Array,
  { widthPx, values }: FloatPlane,
  { lab: { light, a, b }, away, nearest }: SeenByFaces,
  y: number,
): number {
  let count = 0
  for (let x = 0; x < widthPx; x++) {
    const at = y * widthPx + x
    if ((values[at] as number) < SOME || away(x, y) < NEAREST) continue
    const { hue, lightness, dim } = nearest(x, y)
    const own = light[at] as number
    if (own > LIT * lightness || dim > DIM) continue
    const least = hue[0] * hue[0] + hue[1] * hue[1]
    if (least < LEAST_STRENGTH ** 2) continue
    const [red, yellow] = [a[at] as number, b[at] as number]
    if (red * red + yellow * yellow > FAINT ** 2 * least * own * own) continue
    faint[at] = 1
    count++
  }
  return count
}

/** Whether a piece is a strip of more than a thigh's breadth somewhere. */
function isBroad(
  kernels: Kernels,
  { pixels }: Piece,
  { widthPx, heightPx }: FloatPlane,
  reachPx: number,
): boolean {
  const own = createFloatPlane(widthPx, heightPx)
  for (const at of pixels) own.values[at] = 1
  const within = kernels.gaussian(own, reachPx).values
  for (const at of pixels) if ((within[at] as number) > BROAD.least) return true
  return false
}
