import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { towards } from '../../../face-points/face-lines.ts'
import { underNose } from '../../../face-points/face-places.ts'
import { type BeardSeen, type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { coloursWithin, meanOf } from '../../../face-points/samples.ts'
import { ellipse } from '../../../face-points/shapes.ts'

/** How likely a beard has to be at least for colours to be asked: nobody's cheeks and chin have less of it by chance. */
const DOUBT = { from: 0.1, wholly: 0.2 }
/** OKLab lightness of lip, chin and both cheeks beside it, against skin under the eyes, under which hair grows on them. */
const DARKER = { wholly: 0.64, none: 0.74 }
/** So large is what is looked at of each, face widths. */
const PLACE = 0.03
/** In a face that is turned further one side of it may lie in the shade. */
const FRONTAL = { from: 0.3, wholly: 0.5 }

/**
 * A face with what its colours say of a beard where the network of points is in doubt, as it is of long ones: a lip, a
 * chin and two cheeks that are all much darker than the skin under the eyes. A shadow leaves one of them light.
 * @param face in pixels of `picture`
 */
export function beardByColour(picture: Raster, face: FoundFace): FoundFace {
  const { beard } = face.points
  const doubt = smoothstep(DOUBT.from, DOUBT.wholly, Math.max(...Object.values(beard)))
  if (doubt === 0) return face
  const told =
    doubt *
    smoothstep(FRONTAL.from, FRONTAL.wholly, face.frontal) *
    (1 - smoothstep(DARKER.wholly, DARKER.none, lightestOf(picture, face)))
  const { moustache, chin, cheeks } = beard
  const seen: BeardSeen = {
    moustache: Math.max(moustache, told),
    chin: Math.max(chin, told),
    cheeks: Math.max(cheeks, told),
  }
  return { ...face, points: { ...face.points, beard: seen } }
}

const nowhere: Point = { x: 0, y: 0 }
const middleOf = (line: readonly Point[]) => line[line.length >> 1] ?? nowhere

/** The lightest of the places that a beard covers, against the skin under the eyes. */
function lightestOf(picture: Raster, face: FoundFace): number {
  const of = (group: Parameters<typeof pointsOf>[1]) => pointsOf(face.points, group)
  const radius = PLACE * face.widthPx
  const light = (at: Point) => meanOf(coloursWithin(picture, ellipse(at, radius, radius, 0)))[0]
  const [jaw, mouth] = [of('jaw'), of('lipsTop')]
  const [right, left] = [mouth[0] ?? nowhere, mouth.at(-1) ?? nowhere]
  const skin =
    (light(towards(middleOf(of('rightLowerLid')), right, 0.4)) +
      light(towards(middleOf(of('leftLowerLid')), left, 0.4))) /
    2
  const covered = [
    towards(underNose(face), middleOf(mouth), 0.5),
    towards(middleOf(of('lipsBottom')), middleOf(jaw), 0.6),
    towards(right, jaw[4] ?? nowhere, 0.6),
    towards(left, jaw.at(-5) ?? nowhere, 0.6),
  ]
  return Math.max(...covered.map(light)) / Math.max(0.02, skin)
}
