import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { browLine, lidsOf, meanPoint, moved, sides } from '../../../../face-points/face-lines.ts'
import { maskOf } from '../../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf, toned } from '../../../../face-points/samples.ts'
import type { Shape } from '../../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import type { DrawnParts } from '../parts/drawn-parts.ts'
import type { FaceCover } from '../parts/face-cover.ts'
import { placesIn } from '../parts/places-in-face.ts'
import type { FaceSkin } from '../skin/face-skin.ts'
import { areaOf, rounded, tracedOutlines } from './traced.ts'

/** How far the light of the skin is smoothed, face widths. */
const FINE = 0.03
/**
 * How much darker shade is than what is about it: between brow and lid, and about the nose, where it gives a face
 * its form; below an eye it soon reads as a bag, and on a face that is close as paint.
 */
const DARKER = { form: 0.07, below: 0.13, close: 0.12 }
/** The least that is painted, square face widths, and its light against its tone's. */
const LEAST = 0.005
const SHADE = { close: 0.9, far: 0.74, from: 0.036, to: 0.06 }
/** A face wider than this against the picture's longer side is close. */
const CLOSE = 0.11
/**
 * On one wider than this shade below the eyes reads as bags, by which somebody looks tired and ten years older, and shade
 * about the nose as a moustache.
 */
const FAR = 0.045
/** Whoever is smaller than this against the largest face stands in a crowd behind it: told as a face by deep shade alone. */
const BEHIND = 0.6
/** A head that is turned further is told as a face by its deep shade, too. */
const TURNED = 0.1
/** Shade on skin is red: grey or brown it is dirt or a bruise. How much more red it has, against its light. */
const ROSY = 0.016
/** Where shade is looked for: so far below the lower lids and the nose, and beside its ridge, face widths. */
const ZONE = { lids: 0.06, nose: 0.05, ridge: 0.06, soft: 0.02 }

/**
 * The shade in the sockets of the eyes where the photo has it, and of a face that is far also beside the
 * nose and under it, as flat shapes.
 * @param longPx the picture's longer side
 * @param largestPx how wide the largest face in it is
 */
export function socketShades(
  kernels: Kernels,
  seen: SkinOfFace,
  skin: Pick<FaceSkin, 'light'>,
  face: FoundFace,
  parts: DrawnParts,
  cover: Pick<FaceCover, 'toneAt'>,
  longPx: number,
  largestPx: number = face.widthPx,
): Shape[] {
  const isClose = face.widthPx > CLOSE * longPx
  const { lab, facePx, inside } = seen
  const { widthPx, heightPx } = inside
  const { toPlane, toPicture } = placesIn(seen)
  const blurred = (values: Float32Array<ArrayBuffer>, sigma: number) =>
    kernels.gaussian({ ...inside, values }, Math.max(0.7, sigma * facePx)).values
  // Features are no skin, so that their own dark is no shade.
  const weight = seen.skin.values.map((v) => v + 1e-4)
  const lit = weight.map((v, i) => v * (lab.light[i] as number))
  const [whole, sums] = [blurred(weight, FINE), blurred(lit, FINE)]
  const darker = withValues(new Float32Array(weight.length), (i) => {
    const own = (sums[i] as number) / (whole[i] as number)
    const about = Math.max(0.05, skin.light.values[i] as number)
    // Hair and frames of glasses are no shade.
    const seenOf = Math.max(
      seen.features.values[i] as number,
      smoothstep(0.1, 0.3, whole[i] as number),
    )
    return (1 - own / about) * seenOf
  })
  const share = face.widthPx / longPx
  const isDeep = face.widthPx < BEHIND * largestPx || face.frontal < TURNED
  const near = isDeep && !isClose ? 0 : smoothstep(SHADE.from, SHADE.to, share)
  const light = SHADE.far + (SHADE.close - SHADE.far) * near
  const isFar = !isClose && (isDeep || share < FAR)
  const zones = zonesOf(face, parts, { isFar, isClose })
  return (['below', 'form'] as const).flatMap((kind) => {
    if (zones[kind].length === 0) return []
    const zone = blurred(maskOf(zones[kind], widthPx, heightPx, toPlane).values, ZONE.soft)
    const values = darker.map((by, i) => by * smoothstep(0.3, 0.7, zone[i] as number))
    return tracedOutlines({ widthPx, heightPx, values }, isClose ? DARKER.close : DARKER[kind])
      .filter((outline) => areaOf(outline) > LEAST * facePx * facePx)
      .map((outline) => ({
        outline: rounded(outline, 3).map(toPicture),
        colour: rgbOf(rosy(toned(cover.toneAt(toPicture(meanPoint(outline))), light, 1.03), near)),
        opacity: 1,
      }))
  })
}

const rosy = ([light, a, b]: OkLab, share: number): OkLab => [light, a + ROSY * light * share, b]

type Zones = Readonly<Record<'form' | 'below', readonly (readonly Point[])[]>>

/** From the brows to the eyes, below the lower lids, and about the nose, where they are drawn or traced. */
function zonesOf(
  face: FoundFace,
  parts: DrawnParts,
  { isFar, isClose }: { readonly isFar: boolean; readonly isClose: boolean },
): Zones {
  const { widthPx } = face
  const below = (by: number) => (p: Point) => moved(p, face, 0, by * widthPx)
  const eyes = sides
    .filter((side) => parts[side])
    .map((side) => ({ brow: browLine(face, side).line, ...lidsOf(face, side) }))
  const sockets = eyes.map(({ brow, upper }) => [...brow, ...upper])
  const bags = eyes.map(({ upper, lower }) => [
    ...upper,
    ...lower.map(below(ZONE.lids)).toReversed(),
  ])
  const top = pointsOf(face.points, 'noseRidge')[1] ?? { x: 0, y: 0 }
  const [right, left] = [-1, 1].map((by) => moved(top, face, by * ZONE.ridge * widthPx, 0))
  const base = pointsOf(face.points, 'noseBase').map(below(ZONE.nose))
  const isNoseSeen = (isFar && parts.nose) || (!isClose && parts.isTraced)
  const nose = isNoseSeen ? [[right ?? top, left ?? top, ...base.toReversed()]] : []
  return { form: [...sockets, ...nose], below: isFar ? bags : [] }
}
