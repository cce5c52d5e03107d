import type {
  DirectedRows,
  EdgeForm,
  FlowLineSettings,
  GrainRows,
  LineIntegralSettings,
  Wanted,
} from '../kernels/flow.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { FloatPlane, Plane } from '../pixels/raster.ts'
import type { StripLanes } from '../pixels/strips.ts'

/** How an edge tangent flow is made; see {@link Kernels.edgeTangentFlow}. */
export interface EdgeFlow {
  readonly radiusPx: number
  readonly iterations: number
}

/**
 * What tools do to strips of a picture and any thread can do: pure, of plain values and pixels. What
 * is made has memory of its own.
 */
export interface StripWork
  extends Pick<
    Kernels,
    | 'gaussian'
    | 'guidedFilter'
    | 'guidedFilterColour'
    | 'colourMatte'
    | 'drawCels'
    | 'drawSketch'
    | 'packRows'
    | 'resizeAreaRows'
  > {
  /** {@link Kernels.edgeForm}. */
  edgeForm(luma: FloatPlane, flow: EdgeFlow): EdgeForm
  /** {@link Kernels.flowLines} along the strip's own edge tangent flow. */
  edgeLines(luma: FloatPlane, flow: EdgeFlow, settings: FlowLineSettings): FloatPlane
  /** {@link Kernels.flowLines} along the directions of a small copy. */
  directedLines(luma: FloatPlane, rows: DirectedRows, settings: FlowLineSettings): FloatPlane
  /** {@link Kernels.grainStrokes}. */
  directedStrokes(
    grain: GrainRows,
    rows: DirectedRows,
    settings: LineIntegralSettings,
    wanted?: Wanted,
  ): Plane
}

/** The same, done by whichever thread is free. */
export type StripThreads = {
  readonly [Name in keyof StripWork]: (
    ...given: Parameters<StripWork[Name]>
  ) => Promise<ReturnType<StripWork[Name]>>
} & StripLanes
