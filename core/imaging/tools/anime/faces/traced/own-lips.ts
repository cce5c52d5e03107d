import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { meanPoint } from '../../../../face-points/face-lines.ts'
import { maskOf } from '../../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf } from '../../../../face-points/samples.ts'
import type { Shape } from '../../../../face-points/shapes.ts'
import { type SkinOfFace, skinColoursOf } from '../../../../face-points/skin-of-face.ts'
import { bareAbout } from '../parts/bare-about.ts'
import type { FaceCover } from '../parts/face-cover.ts'
import { placesIn } from '../parts/places-in-face.ts'
import { areaOf, rounded, tracedOutlines } from './traced.ts'

/** What is smaller is texture, face widths. */
const FINE = 0.014
/** How far about the points of lips they are looked for, face widths, where points are a guess. */
const ROOM = 0.05
/** How much more red than skin lips are against their light: a share of the reddest, between bounds. */
const RED = { share: 0.5, least: 0.022, most: 0.05 }
/** As many of the places that are looked at are redder than the reddest. */
const REDDEST = 0.03
/** Lips are no smaller and no larger, square face widths. */
const SIZE = { least: 0.002, most: 0.04 }
/** Lips against the skin about them: their light at most, and how much of their own red they have. */
const LIPS = { light: 0.88, red: 1.3 }

/** Lips as the photo has them, by their red: of a profile whose points do not tell where they all lie. */
export function ownLips(
  kernels: Kernels,
  seen: SkinOfFace,
  face: FoundFace,
  cover: Pick<FaceCover, 'toneAt'>,
): Shape[] {
  const { lab, facePx, inside } = seen
  const { widthPx, heightPx } = inside
  const { toPlane, toPicture } = placesIn(seen)
  const blurred = (values: Float32Array<ArrayBuffer>, sigma: number) =>
    kernels.gaussian({ ...inside, values }, Math.max(0.7, sigma * facePx)).values
  const lips = [
    ...pointsOf(face.points, 'lipsTop'),
    ...pointsOf(face.points, 'lipsBottom').toReversed(),
  ]
  const zone = blurred(maskOf([lips], widthPx, heightPx, toPlane).values, ROOM)
  const bare = bareAbout(kernels, seen)
  const within = withValues(
    new Float32Array(zone.length),
    (i) =>
      smoothstep(0.02, 0.08, zone[i] as number) *
      smoothstep(0.2, 0.4, bare[i] as number) *
      (inside.values[i] as number),
  )
  const colours = skinColoursOf(seen)
  const skinRed =
    colours.reduce((sum, [light, a]) => sum + a / light, 0) / Math.max(1, colours.length)
  const [light, red] = [blurred(lab.light, FINE), blurred(lab.a, FINE)]
  const values = withValues(
    new Float32Array(zone.length),
    (i) =>
      ((red[i] as number) / Math.max(0.05, light[i] as number) - skinRed) * (within[i] as number),
  )
  const sorted = values.filter((_, i) => (within[i] as number) > 0.9).sort()
  const reddest = sorted[Math.floor((1 - REDDEST) * sorted.length)] ?? 0
  const level = Math.min(RED.most, Math.max(RED.least, RED.share * reddest))
  const whole = facePx * facePx
  return tracedOutlines({ widthPx, heightPx, values }, level)
    .filter(
      (outline) => areaOf(outline) > SIZE.least * whole && areaOf(outline) < SIZE.most * whole,
    )
    .map((outline) => {
      const tone = cover.toneAt(toPicture(meanPoint(outline)))
      const own = middleRed(outline, values, widthPx)
      return {
        outline: rounded(outline, 2).map(toPicture),
        colour: rgbOf(lipOf(tone, own)),
        opacity: 1,
      }
    })
}

/** How red lips are, in the middle of all that their outline goes round. */
function middleRed(outline: readonly Point[], values: Float32Array, widthPx: number): number {
  const { x, y } = meanPoint(outline)
  return values[Math.floor(y) * widthPx + Math.floor(x)] ?? 0
}

function lipOf([light, a, b]: OkLab, redder: number): OkLab {
  const own = LIPS.light * light
  const least = RED.least
  return [own, LIPS.light * a + LIPS.red * Math.max(least, redder) * own, LIPS.light * b]
}
