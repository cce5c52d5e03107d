import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { type Iris, type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { ellipse, type Shape, smoothed, strokeOutline } from '../../../face-points/shapes.ts'
import { between, coloursWithin, meanOf, rgbOf, toned } from './samples.ts'

/** How a look draws faces. */
export interface FacePen {
  /** Width of strokes against the usual. */
  readonly width: number
  /** Lightness of the darkest stroke. */
  readonly dark: number
  /** How far eyes are opened beyond the face's own, 0..1. */
  readonly opened: number
  /** How strong the colours of irises and lips are against the face's own. */
  readonly vivid: number
}

interface Lids {
  /** From the nose outwards. */
  readonly upper: readonly Point[]
  readonly lower: readonly Point[]
  readonly iris: Iris
}

export const lidsOf = ({ points }: FoundFace, side: 'right' | 'left'): Lids =>
  side === 'right'
    ? {
        upper: pointsOf(points, 'rightUpperLid').toReversed(),
        lower: pointsOf(points, 'rightLowerLid').toReversed(),
        iris: points.rightIris,
      }
    : {
        upper: pointsOf(points, 'leftUpperLid'),
        lower: pointsOf(points, 'leftLowerLid'),
        iris: points.leftIris,
      }

const openOf = ({ upper, lower }: Lids): number => {
  const mid = upper.length >> 1
  const gaps = [mid - 1, mid, mid + 1].map((i) => away(upper[i], lower[i]))
  return gaps.reduce((a, b) => a + b, 0) / 3 / Math.max(1e-6, away(upper[0], upper.at(-1)))
}

export const away = (a?: Point, b?: Point): number =>
  a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)

const CLOSED = 0.13
/** What a clear eye differs by between its white and its iris. */
const SEEN_FROM = 0.07

/** Whether an eye can be seen well enough to be drawn anew. */
export function isClear(picture: Raster, lids: Lids): boolean {
  if (openOf(lids) < CLOSED) return true
  const seen = coloursWithin(picture, [...lids.upper, ...lids.lower.toReversed()])
  if (seen.length < 12) return false
  return meanOf(seen, 0.75, 1)[0] - meanOf(seen, 0, 0.25)[0] > SEEN_FROM
}

/**
 * An eye as it is drawn: white under a lid's shade, iris with pupil and gloss, lashes, crease.
 * @param skin the skin about it
 */
export function eyeShapes(
  picture: Raster,
  face: FoundFace,
  side: 'right' | 'left',
  skin: OkLab,
  pen: FacePen,
): Shape[] {
  const own = lidsOf(face, side)
  const [inner, outer] = [own.upper[0], own.upper.at(-1)]
  if (inner === undefined || outer === undefined) return []
  const width = away(inner, outer)
  const ink: OkLab = [Math.min(pen.dark, skin[0] * 0.45), skin[1] * 0.25, skin[2] * 0.25]
  if (openOf(own) < CLOSED) return closedEye(own, width, ink, pen)
  const seen = coloursWithin(picture, [...own.upper, ...own.lower.toReversed()])
  const iris = irisColour(picture, own, meanOf(seen, 0.8, 0.97), pen)
  const { upper, lower, lift } = opened(own, face, pen, width)
  const opening = [...upper, ...lower.toReversed()]
  const white = whiteOf(meanOf(seen, 0.8, 0.97), skin)
  const angle = Math.atan2(face.across.y, face.across.x)
  const radius = own.iris.radiusPx * (1.06 + 0.16 * pen.opened)
  const tall = radius * (1.04 + 0.16 * pen.opened)
  const centre = moved(own.iris.centre, face, 0, -lift * 0.3)
  const disc = (scaleX: number, scaleY = scaleX, dx = 0, dy = 0) =>
    ellipse(moved(centre, face, dx * radius, dy * radius), radius * scaleX, tall * scaleY, angle)
  const shape = (
    outline: readonly Point[],
    colour: OkLab,
    opacity = 1,
    within?: readonly Point[],
  ): Shape =>
    within === undefined
      ? { outline, colour: rgbOf(colour), opacity }
      : { outline, colour: rgbOf(colour), opacity, within }
  const ringed = (shareOf: number) => toned(iris, shareOf, 1 + 0.2 * pen.vivid)
  const shade = strokeOutline(
    upper.map((p) => moved(p, face, 0, width * 0.045)),
    () => width * 0.13,
  )
  const gloss: OkLab = [Math.min(0.99, white[0] + 0.12), 0, 0]
  return [
    shape(opening, white),
    shape(
      disc(1),
      [Math.min(pen.dark + 0.06, iris[0] * 0.55), iris[1] * 0.7, iris[2] * 0.7],
      1,
      opening,
    ),
    shape(disc(0.87), ringed(0.8), 1, opening),
    shape(disc(0.66, 0.55, 0, 0.3), ringed(1.3), 0.85, opening),
    shape(disc(0.42, 0.46), [pen.dark * 0.7, 0, 0], 1, opening),
    shape(shade, toned(iris, 0.3, 0.4), 0.32, opening),
    shape(disc(0.3, 0.3, -0.34, -0.36), gloss, 0.96, opening),
    shape(disc(0.14, 0.14, 0.36, 0.4), gloss, 0.75, opening),
    ...lashes(upper, lower, width, ink, face, pen, side),
    shape(creaseOf(upper, own, face, width, pen), toned(skin, 0.62, 1.1), 0.55),
  ]
}

/** Where the drawn lids lie. */
function opened(own: Lids, face: FoundFace, pen: FacePen, width: number) {
  const open = openOf(own)
  const wide = 0.16 * pen.opened * smoothstep(CLOSED, 0.3, open)
  const lift = wide * width
  const share = (i: number, n: number) => Math.sin((Math.PI * i) / (n - 1)) ** 0.8
  const upper = smoothed(
    own.upper.map((p, i) => moved(p, face, 0, -lift * share(i, own.upper.length))),
  )
  const lower = smoothed(
    own.lower.map((p, i) => moved(p, face, 0, lift * 0.35 * share(i, own.lower.length))),
  )
  return { upper, lower, lift }
}

const moved = (p: Point, { across, down }: FoundFace, u: number, v: number): Point => ({
  x: p.x + across.x * u + down.x * v,
  y: p.y + across.y * u + down.y * v,
})

/** Against the white beside it, for the light colours both. */
function irisColour(
  picture: Raster,
  { upper, lower, iris }: Lids,
  white: OkLab,
  pen: FacePen,
): OkLab {
  const opening = [...upper, ...lower.toReversed()]
  const ys = opening.map(({ y }) => y)
  const inside = ellipse(iris.centre, iris.radiusPx * 0.85, iris.radiusPx * 0.85, 0).filter(
    ({ y }) => y > Math.min(...ys) && y < Math.max(...ys),
  )
  const seen = coloursWithin(picture, inside.length > 8 ? inside : opening)
  const middle = meanOf(seen, 0.3, 0.75)
  // Brown eyes seem black in photographs; their warmth is shown.
  const light = Math.min(0.62, Math.max(0.36, middle[0] * 1.12 + 0.03))
  const red = middle[1] - white[1] * (middle[0] / Math.max(0.1, white[0]))
  const yellow = middle[2] - white[2] * (middle[0] / Math.max(0.1, white[0]))
  const chroma = Math.hypot(red, yellow)
  const wanted = Math.min(0.13, Math.max(0.03, chroma * (1.2 + 0.3 * pen.vivid)))
  if (chroma < 0.006) return [light, 0.008, 0.012]
  return [light, (red / chroma) * wanted, (yellow / chroma) * wanted]
}

/** White in the light that the face is in. */
function whiteOf(seen: OkLab, skin: OkLab): OkLab {
  const light = Math.min(0.96, Math.max(seen[0] + 0.06, Math.min(0.94, skin[0] * 1.12 + 0.12)))
  return [light, seen[1] * 0.25, seen[2] * 0.25]
}

function lashes(
  upper: readonly Point[],
  lower: readonly Point[],
  width: number,
  ink: OkLab,
  face: FoundFace,
  pen: FacePen,
  side: 'right' | 'left',
): Shape[] {
  const outward = side === 'right' ? -1 : 1
  const outer = upper.at(-1) ?? { x: 0, y: 0 }
  const wing = moved(outer, face, outward * width * 0.09, -width * 0.035)
  const line = smoothed([...upper.filter((_, i) => i % 6 === 0), wing], 5)
  const thick = 0.105 * pen.width * width
  const lid = strokeOutline(
    line,
    (share) =>
      thick *
      (0.22 + 0.78 * Math.sin(Math.PI * Math.min(1, share * 0.92 + 0.04)) ** 0.7) *
      (1 - smoothstep(0.85, 1, share) * 0.95),
  )
  const under = lower.slice(Math.floor(lower.length * 0.35))
  const lowLid = strokeOutline(
    under,
    (share) => 0.035 * pen.width * width * smoothstep(0, 0.6, share),
  )
  return [
    { outline: lowLid, colour: rgbOf(between(ink, [0.5, ink[1], ink[2]], 0.3)), opacity: 0.8 },
    { outline: lid, colour: rgbOf(ink), opacity: 1 },
  ]
}

function creaseOf(
  upper: readonly Point[],
  own: Lids,
  face: FoundFace,
  width: number,
  pen: FacePen,
): Point[] {
  const part = upper.slice(Math.floor(upper.length * 0.18), Math.ceil(upper.length * 0.9))
  const over = part.map((p) => moved(p, face, 0, -width * (0.12 + 0.02 * openOf(own))))
  return strokeOutline(over, (share) => 0.03 * pen.width * width * Math.sin(Math.PI * share))
}

function closedEye(own: Lids, width: number, ink: OkLab, pen: FacePen): Shape[] {
  const line = smoothed(
    own.lower.map((p, i) => ({
      x: (p.x + (own.upper[i]?.x ?? p.x)) / 2,
      y: (p.y + (own.upper[i]?.y ?? p.y)) / 2,
    })),
  )
  const lid = strokeOutline(
    line,
    (share) =>
      0.085 * pen.width * width * Math.sin(Math.PI * Math.min(1, share * 0.9 + 0.08)) ** 0.7,
  )
  return [{ outline: lid, colour: rgbOf(ink), opacity: 1 }]
}
