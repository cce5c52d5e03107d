import { getStroke } from 'perfect-freehand'
import type { DoodleLayer, Stroke } from '../design/document.ts'
import { layerMatrix } from '../design/geometry.ts'
import type { LayerBrush } from './brush.ts'

/**
 * Fills the outline of every stroke. An eraser takes away from what is on the canvas, so a layer
 * with one is drawn on a scratch canvas of its own.
 */
export function drawDoodle({ ctx, assets }: LayerBrush, layer: DoodleLayer): void {
  ctx.transform(...layerMatrix(layer))
  for (const stroke of layer.strokes) {
    const outline = assets.kept(stroke, 'outline', () => {
      const d = strokeOutline(stroke)
      return { value: { d }, bytes: d.length }
    })
    ctx.globalCompositeOperation = stroke.eraser ? 'destination-out' : 'source-over'
    ctx.fillStyle = stroke.eraser ? '#000000' : stroke.colour
    ctx.fill(assets.path(outline.d))
  }
  ctx.globalCompositeOperation = 'source-over'
}

/**
 * Outline of a stroke as path words, in the layer's mm: pressure widens it, ends are round.
 * Computed in hundredths of a mm, because the library's thresholds are made for pixels.
 */
function strokeOutline(stroke: Stroke): string {
  const units = 100
  const points = getStroke(
    stroke.points.map(([x, y, pressure]) => [x * units, y * units, pressure]),
    {
      size: stroke.widthMm * units,
      // Pressure 0.5 is a mouse or finger: then the stroke is as wide as it was chosen.
      thinning: stroke.eraser ? 0 : 0.6,
      smoothing: 0.5,
      streamline: 0.3,
      simulatePressure: false,
      last: true,
    },
  )
  return smoothPath(points.map(([x, y]) => [x / units, y / units]))
}

const word = (value: number): string => String(Math.round(value * 1e4) / 1e4)

/** A closed path through the middles of the outline's edges, its corners as control points. */
function smoothPath(points: readonly (readonly [number, number])[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return 'M0 0Z'
  const middle = (a: readonly [number, number], b: readonly [number, number]): string =>
    `${word((a[0] + b[0]) / 2)} ${word((a[1] + b[1]) / 2)}`
  const words = [`M${middle(last, first)}`]
  points.forEach((point, at) => {
    const next = points[at + 1] ?? first
    words.push(`Q${word(point[0])} ${word(point[1])} ${middle(point, next)}`)
  })
  return `${words.join('')}Z`
}
