import { radians } from '../units.ts'
import type { Geometry, Layer } from './document.ts'

/** A place on the design, in mm from the trim box's top left corner. */
export interface PointMm {
  readonly xMm: number
  readonly yMm: number
}

/** An upright box in mm; `xMm`, `yMm` name its top left corner. */
export interface BoundsMm extends PointMm {
  readonly widthMm: number
  readonly heightMm: number
}

/** Where a layer stands: `xMm`, `yMm` name the centre; the box is given at scale 1. */
export type Placement = Pick<
  Layer,
  'xMm' | 'yMm' | 'widthMm' | 'heightMm' | 'rotationDeg' | 'scale'
>

/** Whether two outlines agree in every number. */
export function sameGeometry(one: Geometry, other: Geometry): boolean {
  const numbers = (geometry: Geometry): readonly number[] => [
    geometry.widthMm,
    geometry.heightMm,
    geometry.cornerRadiusMm,
    geometry.bleedMm,
    geometry.safeMm,
    ...geometry.holes.flatMap((hole) => [
      hole.xMm,
      hole.yMm,
      hole.widthMm,
      hole.heightMm,
      hole.cornerRadiusMm,
    ]),
  ]
  const [left, right] = [numbers(one), numbers(other)]
  return left.length === right.length && left.every((value, at) => value === right[at])
}

/** Affine matrix in the order of Canvas2D's `transform(a, b, c, d, e, f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/**
 * From the layer's own mm (origin at the centre of its box, before scale and flip) to the design's
 * mm: flip, scale, rotate, move. Drawing the box from (-w/2, -h/2) to (w/2, h/2) under it draws
 * the layer in place.
 */
export function layerMatrix(layer: Placement & { readonly flipX?: boolean }): Matrix {
  const turn = radians(layer.rotationDeg)
  const cos = Math.cos(turn) * layer.scale
  const sin = Math.sin(turn) * layer.scale
  const flip = layer.flipX ? -1 : 1
  return [cos * flip, sin * flip, -sin, cos, layer.xMm, layer.yMm]
}

/** `point` under `matrix`. */
export const transformPoint = (matrix: Matrix, point: PointMm): PointMm => ({
  xMm: matrix[0] * point.xMm + matrix[2] * point.yMm + matrix[4],
  yMm: matrix[1] * point.xMm + matrix[3] * point.yMm + matrix[5],
})

/** `point` turned clockwise by `degrees` about `centre`. */
export function rotatePoint(point: PointMm, centre: PointMm, degrees: number): PointMm {
  const turn = radians(degrees)
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const dx = point.xMm - centre.xMm
  const dy = point.yMm - centre.yMm
  return { xMm: centre.xMm + dx * cos - dy * sin, yMm: centre.yMm + dx * sin + dy * cos }
}

/**
 * A place of the design in the layer's own upright mm: origin at its centre, rotation taken away,
 * scale and flip kept; so it compares with half of `widthMm * scale`.
 */
export function intoLayer(layer: Placement, point: PointMm): PointMm {
  const turned = rotatePoint(point, layer, -layer.rotationDeg)
  return { xMm: turned.xMm - layer.xMm, yMm: turned.yMm - layer.yMm }
}

/** The four corners of the turned box: top left, top right, bottom right, bottom left. */
export function layerCorners(layer: Placement): readonly [PointMm, PointMm, PointMm, PointMm] {
  const matrix = layerMatrix({ ...layer, flipX: false })
  const x = layer.widthMm / 2
  const y = layer.heightMm / 2
  return [
    transformPoint(matrix, { xMm: -x, yMm: -y }),
    transformPoint(matrix, { xMm: x, yMm: -y }),
    transformPoint(matrix, { xMm: x, yMm: y }),
    transformPoint(matrix, { xMm: -x, yMm: y }),
  ]
}

/** The smallest upright box round the turned layer. */
export function layerBounds(layer: Placement): BoundsMm {
  const turn = radians(layer.rotationDeg)
  const cos = Math.abs(Math.cos(turn)) * layer.scale
  const sin = Math.abs(Math.sin(turn)) * layer.scale
  const widthMm = layer.widthMm * cos + layer.heightMm * sin
  const heightMm = layer.widthMm * sin + layer.heightMm * cos
  return { xMm: layer.xMm - widthMm / 2, yMm: layer.yMm - heightMm / 2, widthMm, heightMm }
}

/** The smallest upright box round all `boxes`, or null where there are none. */
export function unionBounds(boxes: readonly BoundsMm[]): BoundsMm | null {
  if (boxes.length === 0) return null
  const left = Math.min(...boxes.map((box) => box.xMm))
  const top = Math.min(...boxes.map((box) => box.yMm))
  const right = Math.max(...boxes.map((box) => box.xMm + box.widthMm))
  const bottom = Math.max(...boxes.map((box) => box.yMm + box.heightMm))
  return { xMm: left, yMm: top, widthMm: right - left, heightMm: bottom - top }
}

/** What two upright boxes share, or null where that is no more than an edge. */
export function intersectBounds(one: BoundsMm, other: BoundsMm): BoundsMm | null {
  const left = Math.max(one.xMm, other.xMm)
  const top = Math.max(one.yMm, other.yMm)
  const widthMm = Math.min(one.xMm + one.widthMm, other.xMm + other.widthMm) - left
  const heightMm = Math.min(one.yMm + one.heightMm, other.yMm + other.heightMm) - top
  return widthMm > 0 && heightMm > 0 ? { xMm: left, yMm: top, widthMm, heightMm } : null
}

/** Centre of an upright box. */
export const centreOf = (box: BoundsMm): PointMm => ({
  xMm: box.xMm + box.widthMm / 2,
  yMm: box.yMm + box.heightMm / 2,
})

/**
 * Whether the turned box of `layer` holds `point`.
 * @param slopMm how far outside still counts, so that small layers can be touched
 */
export function layerHolds(layer: Placement, point: PointMm, slopMm = 0): boolean {
  const own = intoLayer(layer, point)
  return (
    Math.abs(own.xMm) <= (layer.widthMm * layer.scale) / 2 + slopMm &&
    Math.abs(own.yMm) <= (layer.heightMm * layer.scale) / 2 + slopMm
  )
}

/** Whether two upright boxes share more than an edge (a selection rectangle catches a layer). */
export const boundsOverlap = (one: BoundsMm, other: BoundsMm): boolean =>
  intersectBounds(one, other) !== null

/** An upright box with rounded corners. */
export interface RoundedBoxMm extends BoundsMm {
  readonly cornerRadiusMm: number
}

/** `box` made smaller by `insetMm` on every side (larger where negative); corners stay concentric. */
export function insetBox(box: RoundedBoxMm, insetMm: number): RoundedBoxMm {
  const widthMm = Math.max(0, box.widthMm - 2 * insetMm)
  const heightMm = Math.max(0, box.heightMm - 2 * insetMm)
  return {
    xMm: box.xMm + (box.widthMm - widthMm) / 2,
    yMm: box.yMm + (box.heightMm - heightMm) / 2,
    widthMm,
    heightMm,
    cornerRadiusMm: box.cornerRadiusMm === 0 ? 0 : Math.max(0, box.cornerRadiusMm - insetMm),
  }
}

/** The outline that the product is cut along. */
export const trimBox = (geometry: Geometry): RoundedBoxMm => ({
  xMm: 0,
  yMm: 0,
  widthMm: geometry.widthMm,
  heightMm: geometry.heightMm,
  cornerRadiusMm: Math.min(geometry.cornerRadiusMm, geometry.widthMm / 2, geometry.heightMm / 2),
})

/** Everything that is printed: trim box and bleed. */
export const bleedBox = (geometry: Geometry): RoundedBoxMm =>
  insetBox(trimBox(geometry), -geometry.bleedMm)

/** Where important content stays whole however the cut falls. */
export const safeBox = (geometry: Geometry): RoundedBoxMm =>
  insetBox(trimBox(geometry), geometry.safeMm)

/** Whether `point` lies within a box with rounded corners; `slopMm` widens it. */
export function roundedBoxHolds(box: RoundedBoxMm, point: PointMm, slopMm = 0): boolean {
  const dx = Math.abs(point.xMm - box.xMm - box.widthMm / 2) - box.widthMm / 2 + box.cornerRadiusMm
  const dy =
    Math.abs(point.yMm - box.yMm - box.heightMm / 2) - box.heightMm / 2 + box.cornerRadiusMm
  // Signed distance to a rounded box: Inigo Quilez, "2D distance functions".
  const distance =
    Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) +
    Math.min(Math.max(dx, dy), 0) -
    box.cornerRadiusMm
  return distance <= slopMm + 1e-9
}

/** Whether the product is a circle: then its slots and stickers are placed for one. */
export const isRound = (geometry: Geometry): boolean =>
  Math.abs(geometry.widthMm - geometry.heightMm) < 0.01 &&
  geometry.cornerRadiusMm >= geometry.widthMm / 2 - 0.01

/** An angle brought into (-180, 180]. */
export function normaliseDeg(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  return turned > 180 ? turned - 360 : turned
}
