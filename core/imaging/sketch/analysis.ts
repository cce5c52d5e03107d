import {
  type FloatPlane,
  type FlowLineSettings,
  flowLinesHaloPx,
  type Kernels,
} from '../../kernels/kernels.ts'
import { floatRows, flowRows } from '../pixels.ts'
import { FOLLOWED_PX, filterPlane, StepProgress } from '../strips.ts'
import type { Raster, ToolEnvironment } from '../tool.ts'
import { type Direction, directionOf, type StrokeSettings, strokesAlong } from './strokes.ts'
import { shadingOf } from './tone.ts'

/** What the hand sees before it draws; every plane has the drawing size. */
export interface Study {
  readonly luma: FloatPlane
  /** Contours: 1 paper, 0 line. */
  readonly lines: FloatPlane
  /** How dark to shade, 0..1. */
  readonly shading: FloatPlane
  readonly direction: Direction
  /** Stroke layers, as many as were asked for. */
  readonly strokes: readonly FloatPlane[]
}

export interface StudySettings {
  /** In thousandths of the longer side; `tau` and `phi` as the kernel takes them. */
  readonly lines: {
    readonly sigma: number
    readonly length: number
    readonly tau: number
    readonly phi: number
  }
  /** Lengths in thousandths of the longer side. */
  readonly strokes: readonly (Omit<StrokeSettings, 'halfLengthPx' | 'widthPx'> & {
    readonly halfLength: number
    readonly width: number
  })[]
}

/** Looks at a picture of drawing size. */
export async function study(
  env: ToolEnvironment,
  picture: Raster,
  settings: StudySettings,
): Promise<Study> {
  const { kernels } = env
  const unitPx = Math.max(picture.widthPx, picture.heightPx) / 1000
  const progress = new StepProgress(env, 'draw', 4 + settings.strokes.length)
  const luma = await lumaOf(env, kernels, picture)
  await progress.step()
  const direction = await directionOf(env, kernels, luma)
  await progress.step()
  const lines = await linesOf(env, luma, direction, {
    sigmaPx: Math.max(0.5, settings.lines.sigma * unitPx),
    lengthPx: Math.max(1.5, settings.lines.length * unitPx),
    tau: settings.lines.tau,
    phi: settings.lines.phi,
  })
  await progress.step()
  const shading = await shadingOf(env, kernels, luma, unitPx)
  await progress.step()
  const strokes: FloatPlane[] = []
  for (const { halfLength, width, ...rest } of settings.strokes) {
    const layer = { ...rest, halfLengthPx: halfLength * unitPx, widthPx: width * unitPx }
    strokes.push(await strokesAlong(env, kernels, direction, layer))
    await progress.step()
  }
  return { luma, lines, shading, direction, strokes }
}

async function lumaOf(
  env: ToolEnvironment,
  kernels: Kernels,
  picture: Raster,
): Promise<FloatPlane> {
  const luma = kernels.luma(picture)
  await env.checkpoint()
  return luma
}

const linesOf = (
  env: ToolEnvironment,
  luma: FloatPlane,
  { flow }: Direction,
  settings: FlowLineSettings,
): Promise<FloatPlane> =>
  filterPlane(
    env,
    luma,
    flowLinesHaloPx(settings),
    ({ readTopPx, readHeightPx }) =>
      env.kernels.flowLines(
        floatRows(luma, readTopPx, readHeightPx),
        flowRows(flow, readTopPx, readHeightPx),
        settings,
      ),
    FOLLOWED_PX,
  )
