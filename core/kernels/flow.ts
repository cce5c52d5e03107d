import type { FloatPlane, Plane, TangentFlow } from '../pixels/raster.ts'
import type { PlanePart } from '../pixels/sample-rows.ts'
import type { Address, Arena } from './arena.ts'
import type { RowRange } from './picture-parts.ts'
import { sampled } from './plane-parts.ts'

/** The pixels of a plane that are more than `from`, and all next to them. */
export interface Wanted {
  readonly plane: FloatPlane
  readonly from: number
}

export interface FlowLineSettings {
  /** Sigma of the inner Gaussian across the edge, px: the width of a line. */
  readonly sigmaPx: number
  /** Sigma of the smoothing along the flow, px: how far a line is followed. */
  readonly lengthPx: number
  /** Weight of the outer Gaussian, 0.9..1: how faint an edge still draws. */
  readonly tau: number
  /** Steepness of the soft threshold: higher is inkier. */
  readonly phi: number
  /** The rows that are worked out, all unless said; what the others hold is not to be read. */
  readonly rows?: RowRange
}

export interface LineIntegralSettings {
  readonly steps: number
  readonly stridePx: number
  /** How steeply means, which lie about the middle, are spread evenly over 0..1; left out, they stay. */
  readonly slope?: number
  /** As of {@link FlowLineSettings}. */
  readonly rows?: RowRange
}

/** Rows of a picture that are filled with noise. */
export interface GrainRows extends RowRange {
  readonly widthPx: number
  /** Values of noise a pixel, at most 1. */
  readonly scale: number
  readonly seed: number
}

/** Rows of a picture whose directions are known from a small copy. */
export interface DirectedRows extends RowRange {
  /** Of the whole picture. */
  readonly widthPx: number
  readonly wholeHeightPx: number
  /** Of twice the angle of each direction, of any length: blended, opposite tangents agree. */
  readonly cos2: PlanePart
  readonly sin2: PlanePart
  /** By how much all are turned, radians. */
  readonly turn: number
}

/** Directions of edges, as doubled angles: blended, opposite tangents agree. */
export interface EdgeForm {
  readonly cos2: FloatPlane
  readonly sin2: FloatPlane
  /** How sure each direction is: 0 (none: sky, cheek) to 1 (a clear edge, strands of hair). */
  readonly sure: FloatPlane
}

/** Pixels around a strip that a {@link FlowKernels.flowLines} needs: a line is followed this far, and looked at across from there. */
export const flowLinesHaloPx = ({ sigmaPx, lengthPx }: FlowLineSettings): number =>
  Math.ceil(lengthPx * 2) + Math.ceil(sigmaPx * 4) + 2

/** Pixels around a strip that {@link FlowKernels.edgeTangentFlow} needs: each iteration looks one radius further, the gradient one pixel more. */
export const flowHaloPx = (flow: {
  readonly radiusPx: number
  readonly iterations: number
}): number => flow.radiusPx * flow.iterations + 4

/** Directions along edges, and lines and strokes that follow them. */
export interface FlowKernels {
  /** Tangents along edges, smoothed `iterations` times over `radiusPx`. */
  edgeTangentFlow(luma: FloatPlane, radiusPx: number, iterations: number): TangentFlow
  /**
   * The same as doubled angles, and how much the gradients about each pixel agree (the structure tensor's
   * coherence) where there are any: noise has directions everywhere, and strokes that follow it are fingerprints.
   * Halo: `flowHaloPx`, and 11.
   */
  edgeForm(luma: FloatPlane, radiusPx: number, iterations: number): EdgeForm
  /** The unit tangents of rows: those of the small copy, bilinear. */
  tangentRows(rows: DirectedRows): TangentFlow
  /**
   * Lines by flow-based difference of Gaussians: 1 is paper, 0 is ink. A line is sampled every 1.5
   * `sigmaPx`, between 1 and 3 px. Halo: `flowLinesHaloPx(settings)`.
   */
  flowLines(luma: FloatPlane, flow: TangentFlow, settings: FlowLineSettings): FloatPlane
  /**
   * Line integral convolution (Cabral & Leedom 1993): the mean of what is met both ways along the
   * flow. Halo: `steps * stridePx`, a pixel more.
   * @param wanted where it is worked out; elsewhere 0 stands, but for pixels near to it
   */
  lineIntegral(
    source: FloatPlane,
    flow: TangentFlow,
    settings: LineIntegralSettings,
    wanted?: Wanted,
  ): FloatPlane
  /**
   * {@link FlowKernels.lineIntegral} of smooth noise 0..1, which is the same at the same place of a picture: in
   * bytes, of the rows alone that are worked out.
   */
  grainStrokes(
    grain: GrainRows,
    hand: DirectedRows,
    settings: LineIntegralSettings,
    wanted?: Wanted,
  ): Plane
}

export interface FlowExports {
  edgeTangentFlow(
    luma: Address,
    tx: Address,
    ty: Address,
    w: number,
    h: number,
    radius: number,
    iterations: number,
  ): void
  edgeForm(
    luma: Address,
    cos2: Address,
    sin2: Address,
    sure: Address,
    w: number,
    h: number,
    radius: number,
    iterations: number,
  ): void
  flowLines(
    luma: Address,
    tx: Address,
    ty: Address,
    target: Address,
    w: number,
    h: number,
    sigma: number,
    length: number,
    tau: number,
    phi: number,
    top: number,
    rows: number,
  ): void
  tangentRows(
    tx: Address,
    ty: Address,
    w: number,
    rows: number,
    top: number,
    h: number,
    cosine: number,
    sine: number,
    slots: Address,
  ): void
  grain(target: Address, w: number, rows: number, top: number, scale: number, seed: number): void
  lineIntegral(
    source: Address,
    tx: Address,
    ty: Address,
    target: Address,
    w: number,
    h: number,
    steps: number,
    stride: number,
    wanted: Address,
    least: number,
    slope: number,
    top: number,
    rows: number,
  ): void
  bytesOfShares(shares: Address, target: Address, count: number): void
}

export const flowExports = [
  'edgeTangentFlow',
  'edgeForm',
  'flowLines',
  'tangentRows',
  'grain',
  'lineIntegral',
  'bytesOfShares',
] as const satisfies readonly (keyof FlowExports)[]

/** The kernels that find directions and follow them. */
export function flowKernels(wasm: FlowExports, arena: Arena): FlowKernels {
  return {
    edgeTangentFlow: (luma, radiusPx, iterations) =>
      arena.use(() => edgeTangentFlow(wasm, arena, luma, radiusPx, iterations)),
    edgeForm: (luma, radiusPx, iterations) =>
      arena.use(() => {
        const { widthPx, heightPx } = luma
        const from = arena.put(luma.values)
        const plane = () => arena.allocate(luma.values.byteLength)
        const [cos2, sin2, sure] = [plane(), plane(), plane()]
        wasm.edgeForm(from, cos2, sin2, sure, widthPx, heightPx, radiusPx, iterations)
        const made = (address: Address) => arena.floats(address, widthPx, heightPx)
        return { cos2: made(cos2), sin2: made(sin2), sure: made(sure) }
      }),
    tangentRows: (rows) => arena.use(() => tangentRows(wasm, arena, rows)),
    flowLines: (luma, flow, { sigmaPx, lengthPx, tau, phi, rows = allRows(luma) }) =>
      arena.overPlane(luma, (from, into) => {
        const [tx, ty] = [arena.put(flow.tx), arena.put(flow.ty)]
        const { widthPx, heightPx } = luma
        const own = [sigmaPx, lengthPx, tau, phi] as const
        wasm.flowLines(from, tx, ty, into, widthPx, heightPx, ...own, rows.topPx, rows.heightPx)
      }),
    lineIntegral: (source, flow, { steps, stridePx, slope = 0, rows = allRows(source) }, wanted) =>
      arena.overPlane(source, (from, into) => {
        const [tx, ty] = [arena.put(flow.tx), arena.put(flow.ty)]
        const { widthPx, heightPx } = source
        const [where, least] = wanted ? [arena.put(wanted.plane.values), wanted.from] : [0, 0]
        const own = [steps, stridePx, where, least, slope, rows.topPx, rows.heightPx] as const
        wasm.lineIntegral(from, tx, ty, into, widthPx, heightPx, ...own)
      }),
    grainStrokes: (...given) => arena.use(() => grainStrokes(wasm, arena, ...given)),
  }
}

const allRows = ({ heightPx }: FloatPlane): RowRange => ({ topPx: 0, heightPx })

function edgeTangentFlow(
  wasm: FlowExports,
  arena: Arena,
  luma: FloatPlane,
  radiusPx: number,
  iterations: number,
): TangentFlow {
  const { widthPx, heightPx } = luma
  const from = arena.put(luma.values)
  const [tx, ty] = [arena.allocate(luma.values.byteLength), arena.allocate(luma.values.byteLength)]
  wasm.edgeTangentFlow(from, tx, ty, widthPx, heightPx, radiusPx, iterations)
  return {
    widthPx,
    heightPx,
    tx: arena.floats(tx, widthPx, heightPx).values,
    ty: arena.floats(ty, widthPx, heightPx).values,
  }
}

function tangentRows(wasm: FlowExports, arena: Arena, asked: DirectedRows): TangentFlow {
  const { widthPx, heightPx } = asked
  const [tx, ty] = tangents(wasm, arena, asked)
  const of = (address: Address) => arena.floats(address, widthPx, heightPx).values
  return { widthPx, heightPx, tx: of(tx), ty: of(ty) }
}

/** Neither grain nor tangents leave the module's memory. */
function grainStrokes(
  wasm: FlowExports,
  arena: Arena,
  { widthPx, heightPx, topPx, scale, seed }: GrainRows,
  hand: DirectedRows,
  { steps, stridePx, slope = 0, rows = { topPx: 0, heightPx } }: LineIntegralSettings,
  wanted?: Wanted,
): Plane {
  const from = arena.allocate(widthPx * heightPx * 4)
  wasm.grain(from, widthPx, heightPx, topPx, scale, seed)
  const [tx, ty] = tangents(wasm, arena, hand)
  const [where, least] = wanted ? [arena.put(wanted.plane.values), wanted.from] : [0, 0]
  const into = arena.allocate(widthPx * heightPx * 4)
  const own = [steps, stridePx, where, least, slope, rows.topPx, rows.heightPx] as const
  wasm.lineIntegral(from, tx, ty, into, widthPx, heightPx, ...own)
  const bytes = arena.allocate(widthPx * rows.heightPx)
  wasm.bytesOfShares(into + rows.topPx * widthPx * 4, bytes, widthPx * rows.heightPx)
  return arena.plane(bytes, widthPx, rows.heightPx)
}

function tangents(
  wasm: FlowExports,
  arena: Arena,
  { widthPx, heightPx, topPx, wholeHeightPx, cos2, sin2, turn }: DirectedRows,
): readonly [tx: Address, ty: Address] {
  const parts = [...sampled(arena, cos2), ...sampled(arena, sin2)]
  const [tx, ty] = [arena.allocate(widthPx * heightPx * 4), arena.allocate(widthPx * heightPx * 4)]
  const [cosine, sine] = [Math.cos(2 * turn), Math.sin(2 * turn)]
  const given = arena.put(Int32Array.from(parts))
  wasm.tangentRows(tx, ty, widthPx, heightPx, topPx, wholeHeightPx, cosine, sine, given)
  return [tx, ty]
}
