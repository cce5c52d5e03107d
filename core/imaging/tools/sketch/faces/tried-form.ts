import type { Kernels } from '../../../../kernels/kernels.ts'
import type { SketchStyle } from '../../../../kernels/sketch-rows.ts'
import { constantPlane, createFloatPlane, createPlane } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import { PointSampler, type SampledPlane } from '../../../../pixels/sample-rows.ts'
import { rowsOf } from '../drawing.ts'

/** The hand that is tried, as the studio offers it first. */
const STRENGTH = 0.7
/** The lightest part of a face is the ground on which its strokes stand; what is darker than it by a fifth is one. */
const GROUND_AT = 0.75
const STROKE = 0.8
/** Of a drawing of this longer side a pixel is a thousandth, as wide as strokes are. */
const ROW_PX = 1000

/** Planes of a drawing: strokes are not among them, for they are spread evenly whatever the face. */
export interface TriedPlanes {
  readonly lines: SampledPlane
  /** How dark skin is, 0..1, as the medium takes it. */
  readonly tone: SampledPlane
  /** Red, green and blue, in bytes; none where a medium has one colour. */
  readonly colours: readonly SampledPlane[]
  /** How much a face fills the picture, 0..1. */
  readonly closeUp: number
}

/** Places of a face's bare skin, in pixels of a drawing that is as large as it is studied. */
export interface Places {
  readonly widthPx: number
  readonly heightPx: number
  readonly at: readonly number[]
  /** A place in the middle of the face. */
  readonly middle: number
}

/**
 * Tries a hand on a face's skin.
 * @param shades of each place, 0..1
 * @returns share of the places that it draws darker than the face's own ground
 */
export type Trial = (shades: Float32Array) => number

/**
 * Draws some places of a face by the medium itself, in one small strip: its paper's tooth, its strokes and its ground decide
 * together how much of a shade tells form, and no formula of ours would keep up with them.
 */
export function trialOf(
  kernels: Kernels,
  style: SketchStyle,
  { lines, tone, colours, closeUp }: TriedPlanes,
  places: Places,
): Trial {
  const rows = Math.ceil(places.at.length / ROW_PX)
  const read = (plane: SampledPlane) => readAt(plane, places, rows)
  const [red, green, blue] = colours.map(read)
  const { widthPx, heightPx, middle } = places
  const dark = new PointSampler(tone, widthPx, heightPx).at(...placeOf(middle, widthPx))
  const fixed = {
    lines: read(lines),
    stroke: spread(rows, STRIDES.stroke),
    cross: spread(rows, STRIDES.cross),
    skin: constantPlane(1),
    tone: constantPlane(dark),
    closeUp: constantPlane(closeUp),
    ...(red && green && blue && { red, green, blue }),
  }
  const count = places.at.length
  const size = { widthPx: ROW_PX, heightPx: rows, topPx: 0, rows, style, strength: STRENGTH }
  return (shades) => {
    const shading = createFloatPlane(ROW_PX, rows)
    shading.values.set(shades)
    const drawn = kernels.drawSketch(rowsOf({ ...fixed, shading }, size))
    const lights = kernels.luma(drawn).values.subarray(0, count)
    const stroke = STROKE * atShare(Array.from(lights), GROUND_AT)
    return lights.filter((light) => light < stroke).length / count
  }
}

const placeOf = (at: number, widthPx: number) => [at % widthPx, Math.floor(at / widthPx)] as const

/** Steps round a circle that never meet: fractions of them lie evenly spread (Weyl), in one layer as in two together. */
export const STRIDES = { stroke: Math.SQRT2 - 1, cross: (Math.sqrt(5) - 1) / 2 }

/** Strokes as they are spread, evenly over a byte. */
function spread(rows: number, stride: number): SampledPlane {
  const plane = createPlane(ROW_PX, rows)
  for (let i = 0; i < plane.values.length; i++) plane.values[i] = 255 * ((i * stride) % 1)
  return plane
}

function readAt(plane: SampledPlane, { widthPx, heightPx, at }: Places, rows: number) {
  const sampler = new PointSampler(plane, widthPx, heightPx)
  const read = createFloatPlane(ROW_PX, rows)
  at.forEach((place, i) => {
    read.values[i] = sampler.at(...placeOf(place, widthPx))
  })
  return read
}
