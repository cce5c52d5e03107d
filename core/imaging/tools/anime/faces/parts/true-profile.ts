import { away, lidsOf, moved, type Side } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { meanAt } from './bare-about.ts'

/** In a head that is turned less a far half can be seen. */
const FRONTAL_MAX = 0.02
/** Where a far cheek is looked at: below the lower lid, and beside the corner of the mouth, face widths. */
const CHEEK = { below: [0.07, 0.11], aside: [0.04, 0.08] }
/** Its outer points: the inner ones may lie on the ridge of the nose. */
const OUTER = -4
/** Less skin or hair than this at both, and it is what lies behind the head. */
const SKIN_MIN = 0.1

/**
 * Whether the points of a face show a far half where there is none: the network takes a true profile for a
 * half one, whose far eye and mouth then lie on what is behind it.
 */
export function isTrueProfile(seen: SkinOfFace, face: FoundFace): boolean {
  if (face.frontal > FRONTAL_MAX) return false
  const width = (side: Side) => {
    const { upper } = lidsOf(face, side)
    return away(upper[0], upper.at(-1))
  }
  const far: Side = width('right') < width('left') ? 'right' : 'left'
  const { lower } = lidsOf(face, far)
  const lips = pointsOf(face.points, 'lipsTop')
  const corner = (far === 'right' ? lips[0] : lips.at(-1)) ?? { x: 0, y: 0 }
  const outward = far === 'right' ? -1 : 1
  const places = [
    CHEEK.below.flatMap((by) =>
      lower.slice(OUTER).map((p) => moved(p, face, 0, by * face.widthPx)),
    ),
    CHEEK.aside.map((by) => moved(corner, face, by * outward * face.widthPx, 0)),
  ]
  return places.every((of) => meanSkin(seen, of) < SKIN_MIN)
}

const meanSkin = (seen: SkinOfFace, places: readonly Point[]): number =>
  meanAt(seen, seen.skinOrHair, places)
