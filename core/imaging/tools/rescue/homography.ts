import { limits } from '../../../limits.ts'
import type { Corners, Size } from './corners.ts'

/** Takes a place of the sheet, 0..1 each way, to the photo's pixels (edges, not centres). */
export interface Homography {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
  readonly g: number
  readonly h: number
}

/** From the unit square to four corners (Heckbert 1989). */
export function homographyOf(corners: Corners, { widthPx, heightPx }: Size): Homography {
  const [p0, p1, p2, p3] = corners.map(({ x, y }) => ({ x: x * widthPx, y: y * heightPx })) as [
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
    { x: number; y: number },
  ]
  const [dx1, dy1] = [p1.x - p2.x, p1.y - p2.y]
  const [dx2, dy2] = [p3.x - p2.x, p3.y - p2.y]
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y]
  const whole = dx1 * dy2 - dy1 * dx2
  const g = (sx * dy2 - sy * dx2) / whole
  const h = (dx1 * sy - dy1 * sx) / whole
  return {
    a: p1.x - p0.x + g * p1.x,
    b: p3.x - p0.x + h * p3.x,
    c: p0.x,
    d: p1.y - p0.y + g * p1.y,
    e: p3.y - p0.y + h * p3.y,
    f: p0.y,
    g,
    h,
  }
}

/** Where a place of the sheet is in the photo, px. */
export function placeIn(
  { a, b, c, d, e, f, g, h }: Homography,
  u: number,
  v: number,
): { readonly x: number; readonly y: number } {
  const depth = g * u + h * v + 1
  return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth }
}

/** Where in the sheet, 0..1 each way, a place of the photo lies, px: the inverse. */
export function sheetPlaceOf(
  { a, b, c, d, e, f, g, h }: Homography,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  const depth = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d)
  return {
    x: ((e - f * h) * x + (c * h - b) * y + (b * f - c * e)) / depth,
    y: ((f * g - d) * x + (a - c * g) * y + (c * d - a * f)) / depth,
  }
}

type Ray = readonly [x: number, y: number, z: number]

const cross = (p: Ray, q: Ray): Ray => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
]
const dot = (p: Ray, q: Ray): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]

/** Focal length of a phone's main camera, in longer sides of its picture. */
const PHONE_FOCAL = 0.8
/** Focal lengths that are believed. */
const FOCAL = { min: 0.5, max: 4 }

/**
 * Width by height of the sheet itself, however it is foreshortened: of a rectangle the camera's
 * focal length follows, and from that its proportions (Zhang & He 2007, whiteboard scanning). The
 * camera is taken to look through the picture's middle.
 */
export function proportionsOf(corners: Corners, { widthPx, heightPx }: Size): number {
  const [m1, m2, m4, m3] = corners.map(
    ({ x, y }): Ray => [(x - 0.5) * widthPx, (y - 0.5) * heightPx, 1],
  ) as [Ray, Ray, Ray, Ray]
  const along = cross(m1, m4)
  const k2 = dot(along, m3) / dot(cross(m2, m4), m3)
  const k3 = dot(along, m2) / dot(cross(m3, m4), m2)
  const across = [k2 * m2[0] - m1[0], k2 * m2[1] - m1[1], k2 - 1] as const
  const down = [k3 * m3[0] - m1[0], k3 * m3[1] - m1[1], k3 - 1] as const
  const squared = -(across[0] * down[0] + across[1] * down[1]) / (across[2] * down[2])
  const longSidePx = Math.max(widthPx, heightPx)
  const isBelieved =
    squared > (FOCAL.min * longSidePx) ** 2 && squared < (FOCAL.max * longSidePx) ** 2
  const focal2 = isBelieved ? squared : (PHONE_FOCAL * longSidePx) ** 2
  const length2 = (side: readonly [number, number, number]) =>
    (side[0] ** 2 + side[1] ** 2) / focal2 + side[2] ** 2
  return Math.sqrt(length2(across) / length2(down))
}

/** Width to height, and back, beyond which no sheet is, unless it is seen so. */
const PROPORTIONS_MAX = 12

/** Size at which no part of the sheet has fewer pixels than in the photo, within the working size. */
export function straightSize(corners: Corners, photo: Size): Size {
  const [p0, p1, p2, p3] = corners
  const length = (p: (typeof corners)[0], q: (typeof corners)[0]) =>
    Math.hypot((p.x - q.x) * photo.widthPx, (p.y - q.y) * photo.heightPx)
  const [width, height] = [
    Math.max(length(p0, p1), length(p3, p2)),
    Math.max(length(p0, p3), length(p1, p2)),
  ]
  const seen = proportionsOf(corners, photo)
  // A panorama is not made twelve to one, nor a strip of wallpaper.
  const most = Math.max(PROPORTIONS_MAX, width / height)
  const least = Math.min(1 / PROPORTIONS_MAX, width / height)
  const ratio = Math.min(most, Math.max(least, seen))
  const across = Math.max(width, height * ratio)
  const fit = Math.min(1, Math.sqrt(limits.workingPxMax / (across * (across / ratio))))
  const whole = (px: number) => Math.max(1, fit < 1 ? Math.floor(px * fit) : Math.round(px))
  return { widthPx: whole(across), heightPx: whole(across / ratio) }
}
