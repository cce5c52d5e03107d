import type { FloatPlane, FlowLineSettings, Kernels } from '../../kernels/kernels.ts'
import { floatRows } from '../pixels.ts'
import { planStrips, StepProgress } from '../strips.ts'
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
    strokes.push(await strokesAlong(env, direction, layer))
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

async function linesOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  direction: Direction,
  settings: FlowLineSettings,
): Promise<FloatPlane> {
  const { widthPx, heightPx, tx, ty } = direction.flow
  const halo = Math.ceil(settings.lengthPx * 3 + settings.sigmaPx * 5) + 2
  const values = new Float32Array(widthPx * heightPx)
  for (const strip of planStrips(widthPx, heightPx, halo, 65_536)) {
    const from = strip.readTopPx * widthPx
    const to = from + strip.readHeightPx * widthPx
    const flow = {
      widthPx,
      heightPx: strip.readHeightPx,
      tx: tx.subarray(from, to),
      ty: ty.subarray(from, to),
    }
    const rows = env.kernels.flowLines(
      floatRows(luma, strip.readTopPx, strip.readHeightPx),
      flow,
      settings,
    )
    const kept = floatRows(rows, strip.topPx - strip.readTopPx, strip.heightPx)
    values.set(kept.values, strip.topPx * widthPx)
    await env.checkpoint()
  }
  return { widthPx, heightPx, values }
}
