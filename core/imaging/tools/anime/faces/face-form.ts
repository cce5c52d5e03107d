import type { Box } from '../../../../pixels/pixels.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** Which way the surface of a face looks at each pixel: `x` to the right, `y` down, `z` at the picture. */
export interface FaceForm {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
}

/** The surface is looked at in so many places along the longer side, between which it is even. */
const PLACES = 28
/** In small planes they lie no nearer than this, px. */
const PLACES_APART = 7
/** How far about a place the points tell of it, face widths. */
const REACH = 0.075
/** How steep it is taken for: what is steeper is the far side of a nose. */
const STEEP = 2.5

/**
 * The form of a face by how far its points lie before it: about each place they are met by a plane
 * (moving least squares), beyond the outermost by the plane of those.
 */
export function faceFormOf(face: FoundFace, box: Box, width: number, height: number): FaceForm {
  const longer = Math.max(width, height)
  const places = Math.min(PLACES, longer / PLACES_APART)
  const placesAlong = (side: number) => Math.max(2, Math.round((places * side) / longer))
  const [columns, rows] = [placesAlong(width), placesAlong(height)]
  const slopes = { x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) }
  const slopeAt = slopesOf(face)
  for (let row = 0, at = 0; row < rows; row++) {
    const y = box.y + (row / (rows - 1)) * box.height
    for (let column = 0; column < columns; column++, at++) {
      const x = box.x + (column / (columns - 1)) * box.width
      const [dx, dy] = slopeAt(x, y)
      slopes.x[at] = dx
      slopes.y[at] = dy
    }
  }
  return normalsOf(
    enlarged(slopes.x, columns, rows, width, height),
    enlarged(slopes.y, columns, rows, width, height),
  )
}

/** Of a surface that grows deeper by so much for each pixel to the right and down. */
function normalsOf(x: Float32Array, y: Float32Array): FaceForm {
  const z = new Float32Array(x.length)
  for (let at = 0; at < z.length; at++) {
    const [dx, dy] = [x[at] as number, y[at] as number]
    const own = 1 / Math.sqrt(1 + dx * dx + dy * dy)
    x[at] = dx * own
    y[at] = dy * own
    z[at] = own
  }
  return { x, y, z }
}

/** Tells how much deeper the surface lies for each pixel to the right and down, at a place. */
function slopesOf({ points: { points, depths }, widthPx }: FoundFace) {
  const least = (REACH * widthPx) ** 2
  const [xs, ys] = [
    Float64Array.from(points, ({ x }) => x),
    Float64Array.from(points, ({ y }) => y),
  ]
  const zs = Float64Array.from(depths)
  return (x: number, y: number): readonly [number, number] => {
    let [w, wx, wy, wz, xx, xy, yy, xz, yz] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
    for (let k = 0; k < xs.length; k++) {
      const [dx, dy, dz] = [(xs[k] as number) - x, (ys[k] as number) - y, zs[k] as number]
      const near = least / (dx * dx + dy * dy + least)
      const weight = near * near * near
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
    // So that points along one line, or in one place, give a slope, too.
    const calm = 1e-3 * least * w
    const cxx = xx - (wx * wx) / w + calm
    const cyy = yy - (wy * wy) / w + calm
    const cxy = xy - (wx * wy) / w
    const [cxz, cyz] = [xz - (wx * wz) / w, yz - (wy * wz) / w]
    const whole = cxx * cyy - cxy * cxy
    const [dx, dy] = [(cxz * cyy - cyz * cxy) / whole, (cyz * cxx - cxz * cxy) / whole]
    const share = Math.min(1, STEEP / Math.max(1e-6, Math.hypot(dx, dy)))
    return [dx * share, dy * share]
  }
}

/** A mesh whose outermost places lie on the sides of a plane, as that plane. */
function enlarged(
  mesh: Float32Array,
  columns: number,
  rows: number,
  width: number,
  height: number,
): Float32Array {
  const plane = new Float32Array(width * height)
  const between = new Float32Array(columns)
  for (let v = 0, at = 0; v < height; v++) {
    const row = (v / Math.max(1, height - 1)) * (rows - 1)
    const top = Math.min(rows - 2, Math.floor(row))
    for (let column = 0; column < columns; column++) {
      const [above, below] = [mesh[top * columns + column], mesh[(top + 1) * columns + column]]
      between[column] = (above as number) + ((below as number) - (above as number)) * (row - top)
    }
    for (let u = 0; u < width; u++, at++) {
      const column = (u / Math.max(1, width - 1)) * (columns - 1)
      const left = Math.min(columns - 2, Math.floor(column))
      const [one, other] = [between[left] as number, between[left + 1] as number]
      plane[at] = one + (other - one) * (column - left)
    }
  }
  return plane
}
