import type { Design, DoodleLayer, Stroke } from '../document.ts'
import { intoLayer, type PointMm } from '../geometry.ts'
import { changeLayers, withFields } from './layers.ts'

/** A finished stroke drawn on a doodle layer; see {@link strokeOn}. */
export const addStroke = (design: Design, id: string, stroke: Stroke): Design =>
  changeDoodle(design, id, (layer) =>
    stroke.points.length === 0 ? layer : { ...layer, strokes: [...layer.strokes, stroke] },
  )

/** All strokes taken away; the layer stays. */
export const clearStrokes = (design: Design, id: string): Design =>
  changeDoodle(design, id, (layer) =>
    layer.strokes.length === 0 ? layer : { ...layer, strokes: [] },
  )

/** Every stroke of a doodle in another colour; erasers stay erasers. */
export const recolourStrokes = (design: Design, id: string, colour: string): Design =>
  changeDoodle(design, id, (layer) =>
    withFields(layer, {
      strokes: layer.strokes.map((stroke) => (stroke.eraser ? stroke : { ...stroke, colour })),
    }),
  )

/** A place that the pointer went over, on the design, with its pressure from 0 to 1. */
export interface PenPoint extends PointMm {
  readonly pressure: number
}

/**
 * A stroke in the layer's own mm from what the pen did on the design, so that it lands under the
 * pen however the layer is moved, turned, scaled or flipped. Points are kept to 0.01 mm, and one
 * that stands on the point before it is left out.
 * @param pen `widthMm` as seen on the print
 */
export function strokeOn(
  layer: DoodleLayer,
  points: readonly PenPoint[],
  pen: { readonly colour: string; readonly widthMm: number; readonly eraser: boolean },
): Stroke {
  const own: [number, number, number][] = []
  for (const point of points) {
    const upright = intoLayer(layer, point)
    const x = hundredth((layer.flipX ? -upright.xMm : upright.xMm) / layer.scale)
    const y = hundredth(upright.yMm / layer.scale)
    const last = own.at(-1)
    if (last && last[0] === x && last[1] === y) continue
    own.push([x, y, hundredth(Math.min(1, Math.max(0, point.pressure)))])
  }
  return {
    points: own,
    colour: pen.colour,
    widthMm: Math.min(60, Math.max(0.05, pen.widthMm / layer.scale)),
    eraser: pen.eraser,
  }
}

const changeDoodle = (
  design: Design,
  id: string,
  change: (layer: DoodleLayer) => DoodleLayer,
): Design =>
  changeLayers(design, [id], (layer) => (layer.kind === 'doodle' ? change(layer) : layer))

const hundredth = (value: number): number => Math.round(value * 100) / 100
