import type { OkLab } from '../../../../pixels/oklab.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { ellipse } from '../../../face-points/shapes.ts'
import { lidsOf, midpoint, moved, type Side, sides, turnOf } from './face-lines.ts'
import { coloursWithin } from './samples.ts'

/** Sunglasses: within the outlines, what is darker than `light` is their glass or their frame. */
export interface DarkGlass {
  readonly outlines: readonly (readonly Point[])[]
  /** OKLab. */
  readonly light: number
}

/** What is looked at about an eye, and below its lower lid, face widths. */
const ABOUT = { across: 0.11, down: 0.055, from: 0.07, to: 0.14 }
/** Lids and the white of an eye are a fifth of what lies about it. */
const LIDS = 0.8
/** Glass is darker than this against skin; a little lighter one must reach down over the cheek. */
const DARK = { sure: 0.505, faint: 0.615, cheek: 0.73 }
/** How far a glass reaches about an eye, face widths, and what is darker than skin by so much of it. */
const GLASS = { across: 0.19, down: 0.15, low: 0.03, light: 0.74 }

/**
 * Dark glass before both eyes; null where there is none.
 * @param skin its mean
 * @param isFramed whether a frame was seen: eyes can be drawn within it, but behind the darkest glass
 */
export function darkGlassOf(
  picture: Raster,
  face: FoundFace,
  skin: OkLab,
  isFramed: boolean,
): DarkGlass | null {
  const [right, left] = sides.map((side) => seenAbout(picture, face, side, skin))
  if (right === undefined || left === undefined) return null
  const lids = Math.max(right.lids, left.lids)
  const cheek = Math.max(right.cheek, left.cheek)
  const isFaint = !isFramed && lids < DARK.faint && cheek < DARK.cheek
  if (lids > DARK.sure && !isFaint) return null
  const outlines = sides.map((side) =>
    ellipse(
      moved(middleOf(face, side), face, 0, GLASS.low * face.widthPx),
      GLASS.across * face.widthPx,
      GLASS.down * face.widthPx,
      turnOf(face),
    ),
  )
  return { outlines, light: GLASS.light * skin[0] }
}

/** How light the lids of an eye are, and the cheek below it, against the skin. */
function seenAbout(picture: Raster, face: FoundFace, side: Side, skin: OkLab) {
  const { widthPx } = face
  const { lower } = lidsOf(face, side)
  const [across, down] = [ABOUT.across * widthPx, ABOUT.down * widthPx]
  const eye = ellipse(middleOf(face, side), across, down, turnOf(face))
  const line = (by: number) => lower.slice(1, -1).map((p) => moved(p, face, 0, by * widthPx))
  const below = [...line(ABOUT.from), ...line(ABOUT.to).toReversed()]
  const share = (outline: readonly Point[], at: number) => {
    const seen = coloursWithin(picture, outline)
    return (seen[Math.floor(seen.length * at)]?.[0] ?? 1) / Math.max(0.05, skin[0])
  }
  return { lids: share(eye, LIDS), cheek: share(below, 0.5) }
}

function middleOf(face: FoundFace, side: Side): Point {
  const { upper } = lidsOf(face, side)
  return midpoint(upper[0] ?? { x: 0, y: 0 }, upper.at(-1) ?? { x: 0, y: 0 })
}
