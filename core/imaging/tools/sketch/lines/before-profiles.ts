import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout, faceOutline, maskOf } from '../../../face-points/face-outlines.ts'
import type { Point } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** A face is seen from its side: wholly, no more. */
const TURNED = { wholly: 0.05, none: 0.2 }
/** Points of a face: its top, its chin, the tip of its nose and its two sides. */
const PLACES = { top: 10, chin: 152, nose: 4, sides: [234, 454] } as const
/**
 * What lies before a profile, in heights of the face from the tip of its nose: so far back (a forehead lies behind it), so
 * far up and down; and how softly it ends.
 */
const BEFORE = { back: 0.3, up: 0.95, down: 0.5, soft: 0.08, out: 0.9 }
/** What is so near to a face's own points may be a nose, lips, glasses or a beard, in heights. */
const OWN = 0.05
/** How much skin or hair a place has that is somebody's. */
const SOMEBODYS = { none: 0.12, wholly: 0.4 }

/**
 * Takes out of a mask of people what lies before the profile of a face and is neither skin nor hair: a light behind a
 * forehead or a trunk before a mouth, of which a contour would make horns.
 * @param person is changed
 * @param known skin and hair, 0..1, as large as the mask; null where nobody looked
 * @param faces in pixels of the mask
 */
export function clearBeforeProfiles(
  kernels: Kernels,
  person: FloatPlane,
  { skin, hair }: Readonly<Record<'hair' | 'skin', FloatPlane | null>>,
  faces: readonly FoundFace[],
): void {
  if (skin === null) return
  for (const face of faces) {
    const turned = 1 - smoothstep(TURNED.wholly, TURNED.none, face.frontal)
    if (turned > 0)
      clearBefore(kernels, person, face, turned, (i) => {
        const own = Math.max(skin.values[i] as number, hair?.values[i] ?? 0)
        return smoothstep(SOMEBODYS.none, SOMEBODYS.wholly, own)
      })
  }
}

function clearBefore(
  kernels: Kernels,
  person: FloatPlane,
  face: FoundFace,
  turned: number,
  somebodysAt: (i: number) => number,
): void {
  const { height, beforeAt } = profileOf(face)
  const outline = faceOutline(face)
  const box = boxAbout(outline, BEFORE.out * height, person)
  if (box.width < 1 || box.height < 1 || height < 1) return
  const place = ({ x, y }: Point) => ({ x: x - box.x, y: y - box.y })
  const mask = maskOf([outline], box.width, box.height, place)
  const own = kernels.gaussian(mask, Math.max(0.8, OWN * height)).values
  for (let k = 0; k < own.length; k++) {
    const [x, y] = [box.x + (k % box.width), box.y + Math.floor(k / box.width)]
    const i = y * person.widthPx + x
    const is = person.values[i] as number
    if (is === 0) continue
    const before = beforeAt(x + 0.5, y + 0.5) * (1 - smoothstep(0.02, 0.25, own[k] as number))
    if (before > 0) person.values[i] = is * (1 - turned * before * (1 - somebodysAt(i)))
  }
}

/** The height of a face that is seen from its side, px, and how much a place lies before it, 0..1. */
function profileOf({ points: { points }, across, down }: FoundFace) {
  const at = (place: number) => points[place] ?? { x: 0, y: 0 }
  const nose = at(PLACES.nose)
  const along = (way: Point, { x, y }: Point) => (x - nose.x) * way.x + (y - nose.y) * way.y
  const height = along(down, at(PLACES.chin)) - along(down, at(PLACES.top))
  const [right, left] = PLACES.sides.map((side) => along(across, at(side)))
  const towards = (right ?? 0) + (left ?? 0) > 0 ? -1 : 1
  const { back, up, down: below, soft, out } = BEFORE
  return {
    height,
    beforeAt: (x: number, y: number): number => {
      const u = (along(across, { x, y }) * towards) / height
      const v = along(down, { x, y }) / height
      return (
        smoothstep(-back, -back + soft, u) *
        (1 - smoothstep(out - soft, out, u)) *
        smoothstep(-up - soft, -up, v) *
        (1 - smoothstep(below - soft, below, v))
      )
    },
  }
}
