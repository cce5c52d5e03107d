import type { DoodleLayer, Layer, Stroke } from './document.ts'
import {
  type BoundsMm,
  layerBounds,
  layerMatrix,
  type Placement,
  transformPoint,
  unionBounds,
} from './geometry.ts'

/** Bounds by what they are of: strokes never change, and a long one takes a while to walk. */
const boundsOfStrokes = new WeakMap<Stroke, BoundsMm>()
const boundsOfDoodles = new WeakMap<DoodleLayer['strokes'], BoundsMm | null>()

/** The box round a stroke's middle line and its width, in the layer's own mm. */
function strokeBounds(stroke: Stroke): BoundsMm {
  const known = boundsOfStrokes.get(stroke)
  if (known !== undefined) return known
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of stroke.points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  const bounds = {
    xMm: left - stroke.widthMm / 2,
    yMm: top - stroke.widthMm / 2,
    widthMm: right - left + stroke.widthMm,
    heightMm: bottom - top + stroke.widthMm,
  }
  boundsOfStrokes.set(stroke, bounds)
  return bounds
}

/** The box round all that a doodle draws, in its own mm; null where it draws nothing. */
function strokesBounds({ strokes }: Pick<DoodleLayer, 'strokes'>): BoundsMm | null {
  const known = boundsOfDoodles.get(strokes)
  if (known !== undefined) return known
  const bounds = unionBounds(strokes.filter((stroke) => !stroke.eraser).map(strokeBounds))
  boundsOfDoodles.set(strokes, bounds)
  return bounds
}

/**
 * The turned box that a customer sees of a layer: its own, and for a doodle the one round its
 * strokes. A doodle's own box is the sheet it was drawn on: every stroke's places are told from its
 * middle, so it cannot follow them.
 */
export function frameOf(layer: Layer): Placement {
  const bounds = layer.kind === 'doodle' ? strokesBounds(layer) : null
  if (bounds === null) return layer
  const middle = { xMm: bounds.xMm + bounds.widthMm / 2, yMm: bounds.yMm + bounds.heightMm / 2 }
  return {
    ...transformPoint(layerMatrix(layer), middle),
    widthMm: bounds.widthMm,
    heightMm: bounds.heightMm,
    rotationDeg: layer.rotationDeg,
    scale: layer.scale,
  }
}

/** The smallest upright box round what is seen of a layer. */
export const frameBounds = (layer: Layer): BoundsMm => layerBounds(frameOf(layer))

/**
 * What several layers are pulled and turned by: the frame of a single one, else the upright box
 * round all; null where there are none.
 */
export function commonFrame(layers: readonly Layer[]): Placement | null {
  const [only] = layers
  if (only !== undefined && layers.length === 1) return frameOf(only)
  const bounds = unionBounds(layers.map(frameBounds))
  return (
    bounds && {
      xMm: bounds.xMm + bounds.widthMm / 2,
      yMm: bounds.yMm + bounds.heightMm / 2,
      widthMm: bounds.widthMm,
      heightMm: bounds.heightMm,
      rotationDeg: 0,
      scale: 1,
    }
  )
}
