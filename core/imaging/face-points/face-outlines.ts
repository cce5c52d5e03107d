import { type Box, clampBox, createFloatPlane } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { drawShape } from './shapes.ts'

/** How far beyond the face's oval its skin is looked for, in face widths: hairline, neck, ears. */
const BEYOND = { up: 0.42, down: 0.42, aside: 0.04 }

/** Draws outlines into a plane of 0..1. */
export function maskOf(
  outlines: readonly (readonly Point[])[],
  width: number,
  height: number,
  at: (point: Point) => Point,
): FloatPlane {
  const rows = {
    topPx: 0,
    widthPx: width,
    heightPx: height,
    rgba: new Uint8ClampedArray(width * height * 4),
  }
  for (const outline of outlines) {
    drawShape(rows, { outline: outline.map(at), colour: [255, 255, 255], opacity: 1 })
  }
  const plane = createFloatPlane(width, height)
  const { values } = plane
  for (let i = 0, from = 0; from < rows.rgba.length; i++, from += 4) {
    const share = rows.rgba[from] as number
    if (share !== 0) values[i] = share / 255
  }
  return plane
}

/** In a face that is turned further the far side of the oval lies within the face. */
const TURNED = 0.1

/**
 * What a face covers: its oval, and in one that is turned far its features before that, too, with the skin about
 * its eyes.
 */
export function faceOutline(face: FoundFace): readonly Point[] {
  const { points, frontal } = face
  const oval = pointsOf(points, 'faceOval')
  if (frontal > TURNED) return oval
  const [rightEye = [], leftEye = []] = featureOutlines(face)
  const others = (['lipsTop', 'lipsBottom', 'noseRidge', 'noseBase'] as const).flatMap((group) =>
    pointsOf(points, group),
  )
  return hullOf([...oval, ...rightEye, ...leftEye, ...others])
}

/** What lies between eyes and chin, where hair that only hangs beside a face is not, but shade and beards are. */
export function middleOutline({ points, down }: FoundFace): readonly Point[] {
  const groups = [
    'rightUpperLid',
    'rightLowerLid',
    'leftUpperLid',
    'leftLowerLid',
    'noseBase',
    'lipsBottom',
  ] as const
  const along = ({ x, y }: Point) => x * down.x + y * down.y
  const chin = pointsOf(points, 'faceOval').reduce((low, p) => (along(p) > along(low) ? p : low))
  return hullOf([...groups.flatMap((group) => pointsOf(points, group)), chin])
}

/** The convex hull of points (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const chain = (line: readonly Point[]) => {
    const kept: Point[] = []
    for (const p of line) {
      for (let [a, b] = [kept.at(-2), kept.at(-1)]; a && b; [a, b] = [kept.at(-2), kept.at(-1)]) {
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break
        kept.pop()
      }
      kept.push(p)
    }
    return kept.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

/** An outline's points with their places along the face's frame, from the outline's middle. */
function inFrame(outline: readonly Point[], { across, down }: FoundFace) {
  const middle = { x: 0, y: 0 }
  for (const p of outline) {
    middle.x += p.x / outline.length
    middle.y += p.y / outline.length
  }
  const placed = outline.map((p) => ({
    p,
    u: (p.x - middle.x) * across.x + (p.y - middle.y) * across.y,
    v: (p.x - middle.x) * down.x + (p.y - middle.y) * down.y,
  }))
  return { middle, placed }
}

/** Outlines of what is drawn anew: under them lies skin. */
export function featureOutlines(face: FoundFace): readonly (readonly Point[])[] {
  const { points, widthPx, across, down } = face
  const grown = (outline: readonly Point[], x: number, y: number) => {
    const { middle, placed } = inFrame(outline, face)
    return placed.map(({ u, v }) => {
      const du = u + Math.sign(u) * x * widthPx
      const dv = v + Math.sign(v) * y * widthPx
      return {
        x: middle.x + du * across.x + dv * down.x,
        y: middle.y + du * across.y + dv * down.y,
      }
    })
  }
  const ring = (top: Parameters<typeof pointsOf>[1], bottom: Parameters<typeof pointsOf>[1]) => [
    ...pointsOf(points, top),
    ...pointsOf(points, bottom).toReversed(),
  ]
  return [
    grown(ring('rightUpperLid', 'rightLowerLid'), 0.03, 0.035),
    grown(ring('leftUpperLid', 'leftLowerLid'), 0.03, 0.035),
    grown(ring('rightBrowTop', 'rightBrowBottom'), 0.02, 0.02),
    grown(ring('leftBrowTop', 'leftBrowBottom'), 0.02, 0.02),
    grown(ring('lipsTop', 'lipsBottom'), 0.015, 0.015),
  ]
}

/** Room about a nose's lower edge, face widths: its nostrils and their shade lie there. */
const NOSE = { up: 0.07, down: 0.02 }

/** What of a nose is dark in the photo, from wing to wing. */
export function nostrilsOutline(face: FoundFace): Point[] {
  const { points, widthPx, down } = face
  const base = pointsOf(points, 'noseBase')
  const along = (by: number) =>
    base.map(({ x, y }) => ({ x: x + down.x * by * widthPx, y: y + down.y * by * widthPx }))
  return [...along(-NOSE.up), ...along(NOSE.down).toReversed()]
}

/** The oval grown over forehead, ears and neck, by a part of what it may grow. */
export function beyond(oval: readonly Point[], face: FoundFace, part = 1): Point[] {
  const { widthPx, down, across } = face
  return inFrame(oval, face).placed.map(({ p, u, v }) => {
    const height = (v / widthPx) * 1.6
    const dv = Math.sign(v) * Math.min(1, height * height) * (v < 0 ? BEYOND.up : BEYOND.down)
    const du = Math.sign(u) * BEYOND.aside
    const [x, y] = [du * widthPx * part, dv * widthPx * part]
    return { x: p.x + x * across.x + y * down.x, y: p.y + x * across.y + y * down.y }
  })
}

/** What holds an outline, with some room about it, in the picture. */
export function boxAbout(
  outline: readonly Point[],
  about: number,
  picture: Pick<Raster, 'widthPx' | 'heightPx'>,
): Box {
  const xs = outline.map(({ x }) => x)
  const ys = outline.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - about, Math.min(...ys) - about]
  const whole = { x, y, width: Math.max(...xs) + about - x, height: Math.max(...ys) + about - y }
  return clampBox(whole, picture.widthPx, picture.heightPx)
}
