import { type Box, clampBox, smoothstep } from '../../pixels/pixels.ts'
import type { Raster } from '../../pixels/raster.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { steadyBy } from './steady.ts'

/** Lengths are in widths of the face towards the picture, from the middle of its oval. */
const BOX = { aside: 1.5, above: 1.9, below: 2.5 }
/** Faces less frontal than this are turned; how tall a face is against its width; how far behind it its head is. */
const TURNED = { from: 0, to: 0.35, tall: 1.2, behind: 0.22 }

type Size = Pick<Raster, 'widthPx' | 'heightPx'>

export interface Head {
  readonly box: Box
  readonly place: (x: number, y: number) => { readonly u: number; readonly v: number }
  readonly widthPx: number
}

/**
 * Where a face's head and hair may be. A turned face is narrower than its head, which lies behind
 * it: there lengths go by the face's height.
 */
export function headOf(face: FoundFace, picture: Size): Head {
  const { across, down } = face
  const oval = pointsOf(face.points, 'faceOval')
  const mean = (points: readonly Point[], axis: Point) =>
    points.reduce((sum, { x, y }) => sum + x * axis.x + y * axis.y, 0) / Math.max(1, points.length)
  const heights = oval.map(({ x, y }) => x * down.x + y * down.y)
  const tall = (Math.max(...heights) - Math.min(...heights)) / TURNED.tall
  const turned = 1 - smoothstep(TURNED.from, TURNED.to, face.frontal)
  const wide = face.widthPx + turned * Math.max(0, tall - face.widthPx)
  const steady = steadyBy(wide)
  const widthPx = steady(wide)
  const ahead = Math.sign(mean(pointsOf(face.points, 'noseBase'), across) - mean(oval, across))
  const along = steady(mean(oval, across) - TURNED.behind * turned * ahead * widthPx)
  const below = steady(mean(oval, down))
  const placed = (u: number, v: number) => ({
    x: u * across.x + v * down.x,
    y: u * across.y + v * down.y,
  })
  const corners = [-1, 1].flatMap((u) =>
    [-BOX.above, BOX.below].map((v) =>
      placed(along + u * BOX.aside * widthPx, below + v * widthPx),
    ),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const whole = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  return {
    box: clampBox(whole, picture.widthPx, picture.heightPx),
    widthPx,
    place: (px, py) => ({
      u: (px * across.x + py * across.y - along) / widthPx,
      v: (px * down.x + py * down.y - below) / widthPx,
    }),
  }
}

/**
 * Calls `visit` with each row of the head: the index of its first pixel in the picture and in the head, the place
 * of that, and how far on the next one lies. A place given for each pixel would be garbage until all is compiled.
 */
export function eachRow(
  { box, place }: Head,
  widthPx: number,
  visit: (at: number, own: number, u: number, v: number, du: number, dv: number) => void,
): void {
  const origin = place(0, 0)
  const aside = place(1, 0)
  const [du, dv] = [aside.u - origin.u, aside.v - origin.v]
  for (let y = 0; y < box.height; y++) {
    const { u, v } = place(box.x + 0.5, box.y + y + 0.5)
    visit((box.y + y) * widthPx + box.x, y * box.width, u, v, du, dv)
  }
}

/** Calls `visit` with each pixel of the box of a head, or of a hand: its index in the picture and in the box. */
export function eachIndex(
  { box }: Pick<Head, 'box'>,
  widthPx: number,
  visit: (at: number, own: number) => void,
): void {
  for (let y = 0, own = 0; y < box.height; y++) {
    const row = (box.y + y) * widthPx + box.x
    for (let x = 0; x < box.width; x++, own++) visit(row + x, own)
  }
}

/** The head's part of a plane of the picture. */
export function partOf(
  plane: Float32Array,
  { box }: Head,
  picture: Size,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(box.width * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * picture.widthPx + box.x
    values.set(plane.subarray(from, from + box.width), row * box.width)
  }
  return values
}
