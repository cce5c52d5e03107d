import {
  type DirectedRows,
  type EdgeForm,
  flowHaloPx,
  type GrainRows,
  type Wanted,
} from '../../../../kernels/flow.ts'
import type { RowRange } from '../../../../kernels/picture-parts.ts'
import { createFloatPlane, createPlane, planeRows } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../../pixels/raster.ts'
import { partFor, RowSampler } from '../../../../pixels/sample-rows.ts'
import {
  FILTERED_PX,
  FOLLOWED_PX,
  planStrips,
  type Strip,
  shareStrips,
} from '../../../../pixels/strips.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** From sample to sample along a stroke. */
const STRIDE_PX = 2
/** Of the logistic that is nearest to a normal spread. */
const EVEN_SLOPE = 6
const FLOW_LONG_SIDE_PX = 1024
const FLOW = { radiusPx: 4, iterations: 3 }

/** Directions of a small copy. */
export type DoubledAngles = Pick<EdgeForm, 'cos2' | 'sin2'>

export interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The edge tangent flow of a small copy of a picture.
 * @param bare where skin is: the hand follows its form at clear edges alone
 */
export async function formOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  bare: FloatPlane | null,
): Promise<EdgeForm> {
  const ratio = Math.min(1, FLOW_LONG_SIDE_PX / Math.max(luma.widthPx, luma.heightPx))
  const width = Math.max(1, Math.round(luma.widthPx * ratio))
  const height = Math.max(1, Math.round(luma.heightPx * ratio))
  // Where it lies: the kernels would keep memory for the whole of it.
  const small = new RowSampler(luma, width, height).rows(0, height)
  const plane = () => createFloatPlane(width, height)
  const form: EdgeForm = { cos2: plane(), sin2: plane(), sure: plane() }
  const { lanes, release, edgeForm } = threadsOf(env)
  await shareStrips(env, {
    strips: planStrips(width, height, flowHaloPx(FLOW), FILTERED_PX),
    lanes,
    begin: ({ readTopPx, readHeightPx }) =>
      edgeForm(planeRows(small, readTopPx, readHeightPx), FLOW),
    take: (strip, rows) => {
      const { topPx, heightPx } = keptRows(strip)
      for (const name of ['cos2', 'sin2', 'sure'] as const) {
        const kept = planeRows(rows[name], topPx, heightPx)
        form[name].values.set(kept.values, strip.topPx * width)
        release(rows[name].values.buffer)
      }
    },
  })
  if (bare !== null) restOnSkin(form.sure, env.kernels.resizePlane(bare, width, height))
  return form
}

const SKIN_RESTS = 0.75

function restOnSkin(sure: FloatPlane, bare: FloatPlane): void {
  for (let i = 0; i < sure.values.length; i++) {
    sure.values[i] = (sure.values[i] ?? 0) * (1 - SKIN_RESTS * (bare.values[i] ?? 0))
  }
}

/** What directions rows of a picture have. */
export const directed = (
  { cos2, sin2 }: DoubledAngles,
  { widthPx, heightPx }: Size,
  { readTopPx, readHeightPx }: Strip,
  turn = 0,
): DirectedRows => ({
  widthPx,
  wholeHeightPx: heightPx,
  topPx: readTopPx,
  heightPx: readHeightPx,
  cos2: partFor(cos2, heightPx, readTopPx, readHeightPx),
  sin2: partFor(sin2, heightPx, readTopPx, readHeightPx),
  turn,
})

/** The rows of a strip that are kept, among those that it reads. */
export const keptRows = ({ topPx, heightPx, readTopPx }: Strip): RowRange => ({
  topPx: topPx - readTopPx,
  heightPx,
})

/** How much the hand's own direction counts against that of a clear edge. */
const RESTING = 0.35

/**
 * The way of the hand along the form, and where that gives no direction its own.
 * @param angle the hand's own, radians
 * @param bent its own as it bends, as large as the form; null where it does nowhere
 */
export function handAlong(
  { cos2, sin2, sure }: EdgeForm,
  angle: number,
  bent: DoubledAngles | null,
): DoubledAngles {
  const blended = (angles: FloatPlane, straight: number, rest: FloatPlane | undefined) => {
    const values = new Float32Array(angles.values.length)
    const own = Math.fround(straight)
    for (let at = 0; at < values.length; at++) {
      const share = sure.values[at] as number
      const resting = rest === undefined ? own : (rest.values[at] as number)
      values[at] = (angles.values[at] as number) * share + resting * (1 - share) * RESTING
    }
    return { ...angles, values }
  }
  return {
    cos2: blended(cos2, Math.cos(2 * angle), bent?.cos2),
    sin2: blended(sin2, Math.sin(2 * angle), bent?.sin2),
  }
}

export interface StrokeSettings {
  /** Turned from the form's direction by this much, radians: a second layer crosses the first. */
  readonly turn: number
  readonly halfLengthPx: number
  /** Width of a stroke. */
  readonly widthPx: number
  readonly seed: number
  /** There are no strokes where it is shaded no more than this, however heavy the hand; 0..1. */
  readonly shadedFrom?: number
}

/**
 * Strokes that follow the form: noise drawn out along the direction at each place (line integral
 * convolution, Cabral & Leedom 1993). Values are spread evenly over 0..255, so that a threshold at
 * `k` of that covers about the share `k` of the paper: in bytes, for they are kept as long as is drawn.
 */
export async function strokesAlong(
  env: ToolEnvironment,
  hand: DoubledAngles,
  shading: FloatPlane,
  settings: StrokeSettings,
): Promise<Plane> {
  const { widthPx, heightPx } = shading
  const steps = Math.max(4, Math.round(settings.halfLengthPx / STRIDE_PX))
  const { lanes, release, directedStrokes } = threadsOf(env)
  // Averaging n samples narrows the spread by the root of n: widened again to fill 0..1.
  const gain = Math.sqrt((2 * steps * STRIDE_PX) / Math.max(1, settings.widthPx)) * 0.95
  const result = createPlane(widthPx, heightPx)
  await shareStrips(env, {
    strips: planStrips(widthPx, heightPx, Math.ceil(steps * STRIDE_PX) + 1, FOLLOWED_PX),
    lanes,
    begin: (strip) =>
      directedStrokes(
        grainOf(widthPx, strip.readTopPx, strip.readHeightPx, settings),
        directed(hand, shading, strip, settings.turn),
        { steps, stridePx: STRIDE_PX, slope: EVEN_SLOPE * gain, rows: keptRows(strip) },
        wantedOf(shading, strip, settings.shadedFrom),
      ),
    take: ({ topPx }, { values }) => {
      result.values.set(values, topPx * widthPx)
      release(values.buffer)
    },
  })
  return result
}

const wantedOf = (
  shading: FloatPlane,
  { readTopPx, readHeightPx }: Strip,
  from: number | undefined,
): Wanted | undefined =>
  from === undefined ? undefined : { plane: planeRows(shading, readTopPx, readHeightPx), from }

const grainOf = (
  widthPx: number,
  topPx: number,
  heightPx: number,
  settings: StrokeSettings,
): GrainRows => ({
  widthPx,
  topPx,
  heightPx,
  // Thinner than a pixel there is no stroke: at whole steps the noise is new in each pixel.
  scale: Math.min(1, 1 / settings.widthPx),
  seed: settings.seed,
})
