import type { Design, DoodleLayer, Layer, Stroke } from './document.ts'
import { frameOf } from './frame.ts'
import { intoLayer, layerHolds, type PointMm } from './geometry.ts'

/** Whether a touch at `point` is meant for the layer: its box, or the strokes of a doodle. */
function layerHit(layer: Layer, point: PointMm, slopMm = 0): boolean {
  if (layer.kind !== 'doodle') return layerHolds(layer, point, slopMm)
  return layerHolds(frameOf(layer), point, slopMm) && strokesHit(layer, point, slopMm)
}

/**
 * All visible layers under `point`, topmost first (for taps that cycle through a stack).
 * An exact hit goes before one that only the slop catches.
 */
export function layersAt(
  design: Design,
  point: PointMm,
  options: { readonly slopMm?: number; readonly skipLocked?: boolean } = {},
): readonly Layer[] {
  const { slopMm = 0, skipLocked = false } = options
  const open = design.layers
    .filter((layer) => !layer.hidden && !(skipLocked && layer.locked))
    .toReversed()
  const exact = open.filter((layer) => layerHit(layer, point))
  if (slopMm === 0) return exact
  const near = open.filter((layer) => !exact.includes(layer) && layerHit(layer, point, slopMm))
  return [...exact, ...near]
}

/** Whether ink lies within `slopMm`: the topmost stroke there decides, and an eraser leaves none. */
function strokesHit(layer: DoodleLayer, point: PointMm, slopMm: number): boolean {
  const upright = intoLayer(layer, point)
  const x = (layer.flipX ? -upright.xMm : upright.xMm) / layer.scale
  const y = upright.yMm / layer.scale
  const slop = slopMm / layer.scale
  const top = layer.strokes.findLast((stroke) => {
    const reach = stroke.widthMm / 2 + (stroke.eraser ? 0 : slop)
    return passesWithin(stroke, x, y, reach)
  })
  return top !== undefined && !top.eraser
}

/** Whether the line through a stroke's points passes `reach` or nearer. */
function passesWithin({ points }: Stroke, x: number, y: number, reach: number): boolean {
  const limit = reach * reach
  let before = points[0]
  for (const point of points) {
    if (before !== undefined && squaredDistance(before, point, x, y) <= limit) return true
    before = point
  }
  return false
}

/** Squared distance of a place from the line between two points. */
function squaredDistance(
  [fromX, fromY]: Stroke['points'][number],
  [toX, toY]: Stroke['points'][number],
  x: number,
  y: number,
): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY]
  const length = alongX * alongX + alongY * alongY
  const share = length === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / length
  const part = Math.min(1, Math.max(0, share))
  const [dx, dy] = [x - fromX - alongX * part, y - fromY - alongY * part]
  return dx * dx + dy * dy
}
