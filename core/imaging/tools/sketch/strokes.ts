import type { JobContext } from '../../../jobs.ts'
import type { Kernels } from '../../../kernels/kernels.ts'
import { createFloatPlane, flowRows, planeRows, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, TangentFlow } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import {
  FILTERED_PX,
  FOLLOWED_PX,
  filterPlane,
  planStrips,
  type Strip,
} from '../../../pixels/strips.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { noiseAlong } from './texture.ts'

/** From sample to sample along a stroke. */
const STRIDE_PX = 2
const FLOW_LONG_SIDE_PX = 1024
const FLOW_RADIUS_PX = 4
const FLOW_ITERATIONS = 3
/** Each iteration looks one radius further; the gradient one pixel more. */
const FLOW_HALO_PX = FLOW_RADIUS_PX * FLOW_ITERATIONS + 4

/** Directions of a small copy, as doubled angles: blended, opposite tangents agree. */
interface DoubledAngles {
  readonly cos2: FloatPlane
  readonly sin2: FloatPlane
}

/** Directions of edges in a small copy. */
export interface Form extends DoubledAngles {
  /** How sure each direction is: 0 (none: sky, cheek) to 1 (a clear edge, strands of hair). */
  readonly sure: FloatPlane
}

/**
 * The edge tangent flow of a small copy of a picture.
 * @param bare where skin is: the hand follows its form at clear edges alone
 */
export async function formOf(
  { kernels, checkpoint }: ToolEnvironment,
  luma: FloatPlane,
  bare: FloatPlane | null,
): Promise<Form> {
  const ratio = Math.min(1, FLOW_LONG_SIDE_PX / Math.max(luma.widthPx, luma.heightPx))
  const width = Math.max(1, Math.round(luma.widthPx * ratio))
  const height = Math.max(1, Math.round(luma.heightPx * ratio))
  const small = kernels.resizePlane(luma, width, height)
  const cos2 = createFloatPlane(width, height)
  const sin2 = createFloatPlane(width, height)
  for (const strip of planStrips(width, height, FLOW_HALO_PX, FILTERED_PX)) {
    const rows = planeRows(small, strip.readTopPx, strip.readHeightPx)
    const flow = kernels.edgeTangentFlow(rows, FLOW_RADIUS_PX, FLOW_ITERATIONS)
    const skip = (strip.topPx - strip.readTopPx) * width
    for (let i = 0; i < strip.heightPx * width; i++) {
      const tx = flow.tx[skip + i] ?? 1
      const ty = flow.ty[skip + i] ?? 0
      cos2.values[strip.topPx * width + i] = tx * tx - ty * ty
      sin2.values[strip.topPx * width + i] = 2 * tx * ty
    }
    await checkpoint()
  }
  const sure = coherence(kernels, small)
  if (bare !== null) restOnSkin(sure, kernels.resizePlane(bare, width, height))
  return { cos2, sin2, sure }
}

/** Gradients about a pixel are one direction from this share on that they have in common. */
const COMMON = { from: 0.3, to: 0.65 }
const COMMON_SIGMA_PX = 3
/** Gradient, of the luma's range a pixel, from which an edge is clear. */
const CLEAR_GRADIENT = 0.07
const SKIN_RESTS = 0.75

/**
 * How much the gradients about each pixel agree (the structure tensor's coherence) where there are
 * any: noise has directions everywhere, and strokes that follow it are fingerprints.
 */
function coherence(kernels: Kernels, luma: FloatPlane): FloatPlane {
  const { widthPx, heightPx, values } = luma
  const [xx, yy, xy] = [0, 1, 2].map(() => createFloatPlane(widthPx, heightPx)) as [
    FloatPlane,
    FloatPlane,
    FloatPlane,
  ]
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const i = y * widthPx + x
      const gx = (values[i + 1] ?? 0) - (values[i - 1] ?? 0)
      const gy = (values[i + widthPx] ?? 0) - (values[i - widthPx] ?? 0)
      xx.values[i] = gx * gx
      yy.values[i] = gy * gy
      xy.values[i] = gx * gy
    }
  }
  const [a, b, c] = [xx, yy, xy].map((plane) => kernels.gaussian(plane, COMMON_SIGMA_PX).values)
  const sure = createFloatPlane(widthPx, heightPx)
  for (let i = 0; i < sure.values.length; i++) {
    const [along, down, both] = [a?.[i] ?? 0, b?.[i] ?? 0, c?.[i] ?? 0]
    const trace = Math.max(0, along + down)
    const common = Math.sqrt((along - down) ** 2 + 4 * both * both) / (trace + 1e-7)
    const clear = Math.min(1, Math.sqrt(trace) / CLEAR_GRADIENT)
    sure.values[i] = clear * smoothstep(COMMON.from, COMMON.to, common)
  }
  return sure
}

function restOnSkin(sure: FloatPlane, bare: FloatPlane): void {
  for (let i = 0; i < sure.values.length; i++) {
    sure.values[i] = (sure.values[i] ?? 0) * (1 - SKIN_RESTS * (bare.values[i] ?? 0))
  }
}

/** Unit tangents at the size of a picture. */
export async function enlarged(
  job: JobContext,
  small: DoubledAngles,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Promise<TangentFlow> {
  const cos2 = new RowSampler(small.cos2, widthPx, heightPx)
  const sin2 = new RowSampler(small.sin2, widthPx, heightPx)
  const tx = new Float32Array(widthPx * heightPx)
  const ty = new Float32Array(widthPx * heightPx)
  for (const strip of planStrips(widthPx, heightPx, 0)) {
    const offset = strip.topPx * widthPx
    const c = cos2.rows(strip.topPx, strip.heightPx).values
    const s = sin2.rows(strip.topPx, strip.heightPx).values
    for (let i = 0; i < c.length; i++) {
      const tangent = halved(c[i] as number, s[i] as number)
      tx[offset + i] = tangent.x
      ty[offset + i] = tangent.y
    }
    await job.checkpoint()
  }
  return { widthPx, heightPx, tx, ty }
}

/** The direction at half the angle of (`cosine`, `sine`), of any length, by the half-angle formulas. */
function halved(cosine: number, sine: number): { readonly x: number; readonly y: number } {
  const length = Math.sqrt(cosine * cosine + sine * sine)
  if (length === 0) return { x: 1, y: 0 }
  const turn = cosine / length
  const y = Math.sqrt(Math.max(0, 1 - turn) / 2)
  return { x: Math.sqrt(Math.max(0, 1 + turn) / 2), y: sine < 0 ? -y : y }
}

/**
 * The way of the hand along the form, and where that gives no direction its own, at the size of a
 * picture.
 * @param restingAngle the hand's own, radians
 */
export function handAlong(
  job: JobContext,
  { cos2, sin2, sure }: Form,
  size: { readonly widthPx: number; readonly heightPx: number },
  restingAngle: number,
): Promise<TangentFlow> {
  const [restCos, restSin] = [Math.cos(2 * restingAngle), Math.sin(2 * restingAngle)]
  const blended = (angles: FloatPlane, rest: number) => ({
    ...angles,
    values: angles.values.map((own, at) => {
      const share = sure.values[at] as number
      return own * share + rest * (1 - share) * 0.35
    }),
  })
  return enlarged(job, { cos2: blended(cos2, restCos), sin2: blended(sin2, restSin) }, size)
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
 * convolution, Cabral & Leedom 1993). Values are spread evenly over 0..1, so that a threshold at
 * `k` covers about the share `k` of the paper.
 */
export async function strokesAlong(
  env: ToolEnvironment,
  hand: TangentFlow,
  shading: FloatPlane,
  settings: StrokeSettings,
): Promise<FloatPlane> {
  const { shadedFrom } = settings
  const steps = Math.max(4, Math.round(settings.halfLengthPx / STRIDE_PX))
  const threads = threadsOf(env)
  const filter = async ({ readTopPx, readHeightPx }: Strip) => {
    const grain = grainRows(hand.widthPx, readTopPx, readHeightPx, settings)
    const field = turned(flowRows(hand, readTopPx, readHeightPx), settings.turn)
    const along = await threads.lineIntegral(
      grain,
      field,
      { steps, stridePx: STRIDE_PX },
      shadedFrom === undefined
        ? undefined
        : { plane: planeRows(shading, readTopPx, readHeightPx), from: shadedFrom },
    )
    threads.release(grain.values.buffer)
    // A flow that is not turned is the hand's own.
    if (settings.turn !== 0) for (const { buffer } of [field.tx, field.ty]) threads.release(buffer)
    return along
  }
  const haloPx = Math.ceil(steps * STRIDE_PX) + 1
  const strokes = await filterPlane(env, hand, haloPx, filter, FOLLOWED_PX, threads)
  // Averaging n samples narrows the spread by the root of n: widened again to fill 0..1.
  const gain = Math.sqrt((2 * steps * STRIDE_PX) / Math.max(1, settings.widthPx)) * 0.95
  const { values } = strokes
  for (let i = 0; i < values.length; i++) values[i] = evened(((values[i] as number) - 0.5) * gain)
  return strokes
}

/** Normal spread to an even one: a logistic in place of the error function. */
const evened = (value: number): number => 1 / (1 + Math.exp(-value * 6))

function turned(flow: TangentFlow, turn: number): TangentFlow {
  if (turn === 0) return flow
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const tx = flow.tx.map((x, at) => x * cos - (flow.ty[at] as number) * sin)
  const ty = flow.ty.map((y, at) => (flow.tx[at] as number) * sin + y * cos)
  return { ...flow, tx, ty }
}

function grainRows(
  widthPx: number,
  topPx: number,
  heightPx: number,
  settings: StrokeSettings,
): FloatPlane {
  const grain = createFloatPlane(widthPx, heightPx)
  // Thinner than a pixel there is no stroke: at whole steps the noise is new in each pixel.
  const scale = Math.min(1, 1 / settings.widthPx)
  for (let y = 0; y < heightPx; y++) {
    const row = grain.values.subarray(y * widthPx, (y + 1) * widthPx)
    noiseAlong(row, 0, scale, (topPx + y) * scale, settings.seed)
  }
  return grain
}
