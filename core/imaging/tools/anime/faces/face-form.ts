import type { Box } from '../../../../pixels/pixels.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** Which way the surface of a face looks at each pixel: `x` to the right, `y` down, `z` at the picture. */
export interface FaceForm {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}

/** The surface is looked at in so many places along the longer side, between which it is even. */
const PLACES = 40
/** How far about a place the points tell of it, face widths. */
const REACH = 0.075
/** How steep it is taken for: what is steeper is the far side of a nose. */
const STEEP = 2.5

/**
 * The form of a face by how far its points lie before it: about each place they are met by a plane
 * (moving least squares), beyond the outermost by the plane of those.
 */
export function faceFormOf(face: FoundFace, box: Box, width: number, height: number): FaceForm {
  const [columns, rows] = [width, height].map((side) =>
    Math.max(2, Math.round((PLACES * side) / Math.max(width, height))),
  ) as [number, number]
  const slopes = { x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) }
  for (let row = 0, at = 0; row < rows; row++) {
    const y = box.y + (row / (rows - 1)) * box.height
    for (let column = 0; column < columns; column++, at++) {
      const x = box.x + (column / (columns - 1)) * box.width
      const [dx, dy] = slopeAt(face, x, y)
      slopes.x[at] = dx
      slopes.y[at] = dy
    }
  }
  const form = { x: plane(width, height), y: plane(width, height), z: plane(width, height) }
  for (let v = 0, at = 0; v < height; v++) {
    const row = (v / Math.max(1, height - 1)) * (rows - 1)
    for (let u = 0; u < width; u++, at++) {
      const column = (u / Math.max(1, width - 1)) * (columns - 1)
      const dx = meshValue(slopes.x, columns, rows, column, row)
      const dy = meshValue(slopes.y, columns, rows, column, row)
      const z = 1 / Math.sqrt(1 + dx * dx + dy * dy)
      form.x[at] = dx * z
      form.y[at] = dy * z
      form.z[at] = z
    }
  }
  return form
}

const plane = (width: number, height: number) => new Float32Array(width * height)

/** How much deeper the surface lies for each pixel to the right and down. */
function slopeAt({ points: { points, depths }, widthPx }: FoundFace, x: number, y: number) {
  const least = (REACH * widthPx) ** 2
  let [w, wx, wy, wz, xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let k = 0; k < points.length; k++) {
    const p = points[k] as { readonly x: number; readonly y: number }
    const [dx, dy, dz] = [p.x - x, p.y - y, depths[k] as number]
    const weight = (least / (dx * dx + dy * dy + least)) ** 3
    w += weight
    wx += weight * dx
    wy += weight * dy
    wz += weight * dz
    xx += weight * dx * dx
    xy += weight * dx * dy
    yy += weight * dy * dy
    xz += weight * dx * dz
    yz += weight * dy * dz
  }
  const cxx = xx - (wx * wx) / w + 1e-3 * least * w
  const cyy = yy - (wy * wy) / w + 1e-3 * least * w
  const cxy = xy - (wx * wy) / w
  const [cxz, cyz] = [xz - (wx * wz) / w, yz - (wy * wz) / w]
  const whole = cxx * cyy - cxy * cxy
  const slope = [(cxz * cyy - cyz * cxy) / whole, (cyz * cxx - cxz * cxy) / whole] as const
  const share = Math.min(1, STEEP / Math.max(1e-6, Math.hypot(...slope)))
  return [slope[0] * share, slope[1] * share] as const
}

/** A value between four places of a mesh. */
function meshValue(values: Float32Array, columns: number, rows: number, u: number, v: number) {
  const left = Math.min(columns - 2, Math.floor(u))
  const top = Math.min(rows - 2, Math.floor(v))
  const [right, below] = [u - left, v - top]
  const at = top * columns + left
  const of = (index: number) => values[index] as number
  const upper = of(at) + (of(at + 1) - of(at)) * right
  const lower = of(at + columns) + (of(at + columns + 1) - of(at + columns)) * right
  return upper + (lower - upper) * below
}
