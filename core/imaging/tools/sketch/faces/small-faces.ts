import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { PointSampler, RowSampler } from '../../../../pixels/sample-rows.ts'
import { boxAbout } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { Skin } from '../skin/skin.ts'
import { noseIn } from './even-form.ts'

/** Width of a face, in thousandths of the longer side, up to which it is small, and from which not at all. */
const SMALL = { wholly: 50, from: 150 }
/** By how much its skin is shaded less, its eyes, brows and lips more, and lips that are hatched less. */
const SKIN_LESS = 0.45
const FEATURES_MORE = 0.6
const HATCHED_LIPS_LESS = 0.8
/** Over so far beyond a face, in face widths, its neck goes over into the shade of its body. */
const OVER = 0.3

/** How small a face is for a hand whose strokes have a width: 0 to 1. */
export const smallness = (face: FoundFace, unitPx: number): number =>
  1 - smoothstep(SMALL.wholly, SMALL.from, face.widthPx / unitPx)

interface SmallFaceSettings {
  readonly unitPx: number
  readonly isHatched: boolean
  readonly keptOnDeep: number
}

/**
 * Shades small faces as a hand does that has no room in them: the skin next to paper, so that eyes,
 * brows and lips stand on it and not among strokes as large as they are.
 * @param faces in pixels of the shading
 * @param keptOnDeep how much less is taken where skin itself is darkest: its ground hides what is faint
 * @param isHatched then lips are too small to be filled, they become blots and dashes: their lines stay
 */
export function clearSmallFaces(
  shading: FloatPlane,
  skin: Pick<Skin, 'share' | 'bare' | 'deep'> | null,
  faces: readonly FoundFace[],
  { unitPx, isHatched, keptOnDeep }: SmallFaceSettings,
): void {
  if (skin === null) return
  const { widthPx, heightPx, values } = shading
  const [share, bare] = [skin.share, skin.bare].map(
    (plane) => new RowSampler(plane, widthPx, heightPx),
  ) as [RowSampler, RowSampler]
  const deep = new PointSampler(skin.deep, widthPx, heightPx)
  for (const face of faces) {
    const small = smallness(face, unitPx)
    if (small === 0) continue
    const oval = pointsOf(face.points, 'faceOval')
    const box = boxAbout(oval, face.widthPx * OVER, shading)
    const isOf = fadingAbout(oval, face.widthPx * OVER)
    const [shares, bares] = [share.part(box).values, bare.part(box).values]
    const isLip = belowNose(face)
    const nose = noseIn(face, shading)
    const less = SKIN_LESS * (1 - keptOnDeep * deep.at(nose.x, nose.y))
    for (let own = 0; own < shares.length; own++) {
      const skinny = bares[own] as number
      const feature = Math.max(0, (shares[own] as number) - skinny)
      const [x, y] = [box.x + (own % box.width), box.y + Math.floor(own / box.width)]
      const hatched = feature > 0 && isLip(x, y) ? -HATCHED_LIPS_LESS : 0
      const more = isHatched ? hatched : FEATURES_MORE
      const factor = 1 + small * isOf(x, y) * (more * feature - less * skinny)
      values[y * widthPx + x] = Math.min(1, (values[y * widthPx + x] as number) * factor)
    }
  }
}

/** Tells how much a place belongs to an outline: 1 in the upright box about it, 0 as far beyond that as is said. */
function fadingAbout(
  outline: readonly Point[],
  beyondPx: number,
): (x: number, y: number) => number {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return (x, y) => {
    const away = Math.max(0, left - x, x - right, top - y, y - bottom)
    return away === 0 ? 1 : 1 - smoothstep(0, beyondPx, away)
  }
}

/** Tells places of a face that lie below its nose. */
function belowNose({ points, down }: FoundFace): (x: number, y: number) => boolean {
  const base = pointsOf(points, 'noseBase')
  const most = Math.max(...base.map(({ x, y }) => x * down.x + y * down.y))
  return (x, y) => x * down.x + y * down.y > most
}
