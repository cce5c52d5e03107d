import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { Box } from '../../../../../pixels/pixels.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'

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
export function faceFormOf(
  kernels: Kernels,
  face: FoundFace,
  box: Box,
  width: number,
  height: number,
): FaceForm {
  const longer = Math.max(width, height)
  const most = Math.min(PLACES, longer / PLACES_APART)
  const placesAlong = (side: number) => Math.max(2, Math.round((most * side) / longer))
  const [columns, rows] = [placesAlong(width), placesAlong(height)]
  const places = placesIn(box, columns, rows)
  const slopes = kernels.pointSlopes(pointsOfForm(face), REACH * face.widthPx, places)
  const x = new Float32Array(columns * rows)
  const y = new Float32Array(columns * rows)
  for (let at = 0; at < x.length; at++) {
    const dx = slopes[2 * at] as number
    const dy = slopes[2 * at + 1] as number
    const share = Math.min(1, STEEP / Math.max(1e-6, Math.hypot(dx, dy)))
    x[at] = dx * share
    y[at] = dy * share
  }
  return normalsOf(
    enlarged(x, columns, rows, width, height),
    enlarged(y, columns, rows, width, height),
  )
}

/** Where the form is looked at, x and y of each place, row by row. */
function placesIn(box: Box, columns: number, rows: number): Float64Array<ArrayBuffer> {
  const places = new Float64Array(2 * columns * rows)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 2) {
      places[at] = box.x + (column / (columns - 1)) * box.width
      places[at + 1] = box.y + (row / (rows - 1)) * box.height
    }
  }
  return places
}

/** x, y and depth of each point. */
function pointsOfForm({ points: { points, depths } }: FoundFace): Float64Array<ArrayBuffer> {
  const form = new Float64Array(3 * points.length)
  points.forEach(({ x, y }, k) => {
    form.set([x, y, depths[k] as number], 3 * k)
  })
  return form
}

/** Of a surface that grows deeper by so much for each pixel to the right and down. */
function normalsOf(x: Float32Array, y: Float32Array): FaceForm {
  const z = new Float32Array(x.length)
  for (let at = 0; at < z.length; at++) {
    const dx = x[at] as number
    const dy = y[at] as number
    const own = 1 / Math.sqrt(1 + dx * dx + dy * dy)
    x[at] = dx * own
    y[at] = dy * own
    z[at] = own
  }
  return { x, y, z }
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
      const above = mesh[top * columns + column]
      const below = mesh[(top + 1) * columns + column]
      between[column] = (above as number) + ((below as number) - (above as number)) * (row - top)
    }
    for (let u = 0; u < width; u++, at++) {
      const column = (u / Math.max(1, width - 1)) * (columns - 1)
      const left = Math.min(columns - 2, Math.floor(column))
      const one = between[left] as number
      const other = between[left + 1] as number
      plane[at] = one + (other - one) * (column - left)
    }
  }
  return plane
}
