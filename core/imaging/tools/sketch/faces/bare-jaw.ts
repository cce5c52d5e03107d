import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { PointSampler } from '../../../../pixels/sample-rows.ts'
import { underNose } from '../../../face-points/face-places.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** How far within the jaw skin is looked for, face widths: all of the way is skin. */
const WITHIN = [0.025, 0.045, 0.07]
/** Share of skin from which a jaw is seen, and wholly. */
const SEEN = { from: 0.12, wholly: 0.4 }

/**
 * How much of each point of a face's jaw is seen, 0..1: what is held before a chin, or wound about it, hides it.
 * @param face in pixels of a picture
 * @param skin share of skin in a copy of that picture
 */
export function jawSeen(
  face: FoundFace,
  skin: FloatPlane,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): readonly number[] {
  const sampler = new PointSampler(skin, widthPx, heightPx)
  const nose = underNose(face)
  const inside = (value: number, end: number) => Math.max(0, Math.min(end - 1, Math.round(value)))
  return pointsOf(face.points, 'jaw').map(({ x, y }) => {
    const [dx, dy] = [nose.x - x, nose.y - y]
    const faceWidth = face.widthPx / Math.max(1, Math.hypot(dx, dy))
    const shares = WITHIN.map((by) =>
      sampler.at(
        inside(x + dx * by * faceWidth, widthPx),
        inside(y + dy * by * faceWidth, heightPx),
      ),
    )
    return smoothstep(SEEN.from, SEEN.wholly, Math.min(...shares))
  })
}
