import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import {
  type DrawnLids,
  drawnLids,
  isShut,
  type Lids,
  lidsOf,
  moved,
  type Side,
  turnOf,
} from '../../../../face-points/face-lines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { between, coloursWithin, meanOf, rgbOf, toned } from '../../../../face-points/samples.ts'
import { ellipse, type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'

/**
 * An eye as it is drawn: white under a lid's shade, iris with pupil and gloss, lashes, crease.
 * @param skin the skin about it
 * @param iris its colour
 */
export function eyeShapes(
  picture: Raster,
  face: FoundFace,
  side: Side,
  skin: OkLab,
  pen: FacePen,
  iris: OkLab,
): Shape[] {
  const own = lidsOf(face, side)
  const lids = drawnLids(face, side, pen.opened)
  const ink: OkLab = [Math.min(pen.dark, skin[0] * 0.45), skin[1] * 0.25, skin[2] * 0.25]
  if (isShut(face, side)) return closedEye(own, lids.width, ink, pen)
  return [
    ...insideEye(picture, own, lids, face, skin, pen, iris),
    ...lashes(lids, ink, face, pen, side, lashOf(picture, face)),
    ...(pen.isPlain ? [] : [creaseShape(lids, face, skin, pen)]),
  ]
}

const creaseShape = (lids: DrawnLids, face: FoundFace, skin: OkLab, pen: FacePen): Shape => ({
  outline: creaseOf(lids, face, pen),
  colour: rgbOf(toned(skin, 0.62, 1.1)),
  opacity: 0.7,
})

/** In an eye that is far off the light within its iris would make it pale: how much darker that is, and by how much its pupil is wider. */
const DARKER = 0.25
const WIDER = 0.1

function insideEye(
  picture: Raster,
  own: Lids,
  { upper, lower, centre, radiusX, radiusY, width }: DrawnLids,
  face: FoundFace,
  skin: OkLab,
  pen: FacePen,
  iris: OkLab,
): Shape[] {
  const seen = coloursWithin(picture, [...own.upper, ...own.lower.toReversed()])
  const bright = meanOf(seen, 0.8, 0.97)
  const white = whiteOf(bright, skin, width)
  const opening = [...upper, ...lower.toReversed()]
  const angle = turnOf(face)
  const disc = (scaleX: number, scaleY = scaleX, dx = 0, dy = 0) =>
    ellipse(
      moved(centre, face, dx * radiusX, dy * radiusY),
      radiusX * scaleX,
      radiusY * scaleY,
      angle,
    )
  const within = (outline: readonly Point[], colour: OkLab, opacity = 1): Shape => ({
    outline,
    colour: rgbOf(colour),
    opacity,
    within: opening,
  })
  const { far = 0 } = pen
  const ringed = (share: number) => toned(iris, share * (1 - DARKER * far), 1 + 0.2 * pen.vivid)
  const shade = strokeOutline(
    upper.map((p) => moved(p, face, 0, width * 0.05)),
    () => width * 0.15,
  )
  const rim: OkLab = [Math.min(pen.dark + 0.06, iris[0] * 0.5), iris[1] * 0.7, iris[2] * 0.7]
  const gloss: OkLab = [Math.min(0.99, white[0] + 0.12), 0, 0]
  return [
    { outline: opening, colour: rgbOf(white), opacity: 1 },
    within(disc(1), rim),
    within(disc(0.88), ringed(0.78)),
    // Light gathers in the lower half, as in a glass.
    within(disc(0.72, 0.6, 0, 0.26), ringed(1.25)),
    within(disc(0.46, 0.26, 0, 0.55), ringed(1.6)),
    within(disc(0.4 + WIDER * far, 0.46 + WIDER * far), [pen.dark * 0.7, 0, 0]),
    within(shade, toned(iris, 0.3, 0.4), 0.34),
    within(disc(0.34, 0.36, -0.34, -0.38), gloss, 0.97),
    within(disc(0.16, 0.17, 0.38, 0.42), gloss, 0.85),
  ]
}

/**
 * White that is darker than this against the skin lies under a heavy lid or brow, which a bright one would open: it is
 * so much darker. In an eye that is narrower than this, px, white is lost in the blur.
 */
const SHADED = { from: 0.5, to: 0.75, darker: 0.22, px: { from: 17, to: 24 } }

/** White in the light that the face is in. @param widthPx of the eye */
function whiteOf(seen: OkLab, skin: OkLab, widthPx: number): OkLab {
  const shaded =
    smoothstep(SHADED.to, SHADED.from, seen[0] / Math.max(0.05, skin[0])) *
    smoothstep(SHADED.px.from, SHADED.px.to, widthPx)
  const lit = Math.min(0.94, skin[0] * 1.05 + 0.2) * (1 - SHADED.darker * shaded)
  const light = Math.min(0.96, Math.max(seen[0] + 0.06, lit))
  return [light, seen[1] * 0.25, seen[2] * 0.25]
}

/**
 * How thick the upper lashes are, eye widths: of a face that fills its picture, by its width against the longer
 * side, they are finer, as thick ones would be paint on it.
 */
const LASH = { usual: 0.1, fine: 0.04, from: 0.32, to: 0.5, opened: 0.05 }

function lashOf({ widthPx, heightPx }: Raster, face: FoundFace): number {
  const filled = smoothstep(LASH.from, LASH.to, face.widthPx / Math.max(widthPx, heightPx))
  return LASH.usual + (LASH.fine - LASH.usual) * filled
}

/** @param thickness of the upper ones where an eye is opened no further, eye widths */
function lashes(
  { upper, lower, width }: DrawnLids,
  ink: OkLab,
  face: FoundFace,
  pen: FacePen,
  side: Side,
  thickness: number,
): Shape[] {
  const outward = side === 'right' ? -1 : 1
  const outer = upper.at(-1) ?? { x: 0, y: 0 }
  const wing = moved(outer, face, outward * width * 0.1, -width * 0.05)
  const line = smoothed([...upper.filter((_, i) => i % 6 === 0), wing], 5)
  const thick = (thickness + LASH.opened * pen.opened) * pen.width * width
  const lid = strokeOutline(
    line,
    (share) =>
      thick *
      (0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, share * 0.85 + 0.04)) ** 0.7) *
      (1 - smoothstep(0.88, 1, share) * 0.97),
  )
  const under = lower.slice(Math.floor(lower.length * 0.35))
  const lowLid = strokeOutline(
    under,
    (share) => 0.04 * pen.width * width * smoothstep(0, 0.6, share),
  )
  return [
    { outline: lowLid, colour: rgbOf(between(ink, [0.5, ink[1], ink[2]], 0.3)), opacity: 0.85 },
    { outline: lid, colour: rgbOf(ink), opacity: 1 },
  ]
}

function creaseOf({ upper, width }: DrawnLids, face: FoundFace, pen: FacePen): Point[] {
  const part = upper.slice(Math.floor(upper.length * 0.18), Math.ceil(upper.length * 0.9))
  const over = part.map((p) => moved(p, face, 0, -width * 0.135))
  return strokeOutline(over, (share) => 0.03 * pen.width * width * Math.sin(Math.PI * share))
}

/** Where lashes of a shut eye lie, from the lower lid to the upper. */
const LASHES = 0.4

function closedEye(own: Lids, width: number, ink: OkLab, pen: FacePen): Shape[] {
  const line = smoothed(
    own.lower.map((p, i) => ({
      x: p.x + ((own.upper[i]?.x ?? p.x) - p.x) * LASHES,
      y: p.y + ((own.upper[i]?.y ?? p.y) - p.y) * LASHES,
    })),
  )
  const lid = strokeOutline(
    line,
    (share) => 0.1 * pen.width * width * Math.sin(Math.PI * Math.min(1, share * 0.9 + 0.08)) ** 0.7,
  )
  return [{ outline: lid, colour: rgbOf(ink), opacity: 1 }]
}
