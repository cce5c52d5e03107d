import { type FlowLineSettings, flowLinesHaloPx } from '../../../kernels/kernels.ts'
import { flowRows, planeRows } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { FOLLOWED_PX, filterPlane, StepProgress, type Strip } from '../../../pixels/strips.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { shadeLips } from './features.ts'
import { blurred } from './guided.ts'
import type { SeenLight } from './light.ts'
import {
  enlarged,
  type Form,
  formOf,
  handAlong,
  type StrokeSettings,
  strokesAlong,
} from './strokes.ts'
import { shadingOf } from './tone.ts'

/** What the hand sees before it draws; every plane has the drawing size. */
export interface Study {
  /** Contours: 1 paper, 0 line. */
  readonly lines: FloatPlane
  /** How dark to shade, 0..1. */
  readonly shading: FloatPlane
  /** Stroke layers, as many as were asked for. */
  readonly strokes: readonly FloatPlane[]
  /** How much line is about each place: little at a line's end; null where it was not asked for. */
  readonly mass: FloatPlane | null
}

export interface StudySettings {
  /** In thousandths of the longer side; `tau` and `phi` as the kernel takes them. */
  readonly lines: {
    readonly sigma: number
    readonly length: number
    readonly tau: number
    readonly phi: number
  }
  /** Reach, in thousandths of the longer side, in which lines are weighed. */
  readonly mass?: number
  /** Where the hand strokes when the form gives no direction, radians. */
  readonly restingAngle: number
  /** Lengths in thousandths of the longer side. */
  readonly strokes: readonly (Omit<StrokeSettings, 'halfLengthPx' | 'widthPx'> & {
    readonly halfLength: number
    readonly width: number
  })[]
}

/**
 * @param seen the picture's light at drawing size; its memory is given back
 * @param faces in pixels of that size
 */
export async function study(
  env: ToolEnvironment,
  seen: SeenLight,
  faces: readonly FoundFace[],
  settings: StudySettings,
): Promise<Study> {
  const { luma } = seen
  const unitPx = Math.max(luma.widthPx, luma.heightPx) / 1000
  const progress = new StepProgress(env, 'draw', 3 + settings.strokes.length)
  const form = await formOf(env, luma, seen.bare)
  await progress.step()
  const lines = await linesOf(env, luma, form, {
    sigmaPx: Math.max(0.5, settings.lines.sigma * unitPx),
    lengthPx: Math.max(1.5, settings.lines.length * unitPx),
    tau: settings.lines.tau,
    phi: settings.lines.phi,
  })
  await progress.step()
  const shading = await shadingOf(env, seen, unitPx)
  await shadeLips(env, shading, faces)
  for (const plane of [seen.luma, seen.share, seen.bare])
    if (plane !== null) threadsOf(env).release(plane.values.buffer)
  await progress.step()
  const strokes: FloatPlane[] = []
  const hand =
    settings.strokes.length > 0 ? await handAlong(env, form, luma, settings.restingAngle) : null
  for (const { halfLength, width, ...rest } of settings.strokes) {
    const layer = { ...rest, halfLengthPx: halfLength * unitPx, widthPx: width * unitPx }
    if (hand !== null) strokes.push(await strokesAlong(env, hand, shading, layer))
    await progress.step()
  }
  if (hand !== null) for (const { buffer } of [hand.tx, hand.ty]) threadsOf(env).release(buffer)
  const { mass } = settings
  return {
    lines,
    shading,
    strokes,
    mass: mass === undefined ? null : await massOf(env, lines, mass * unitPx),
  }
}

async function linesOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  form: Form,
  settings: FlowLineSettings,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const flow = await enlarged(env, form, luma)
  const filter = ({ readTopPx, readHeightPx }: Strip) =>
    threads.flowLines(
      planeRows(luma, readTopPx, readHeightPx),
      flowRows(flow, readTopPx, readHeightPx),
      settings,
    )
  const haloPx = flowLinesHaloPx(settings)
  const lines = await filterPlane(env, luma, haloPx, filter, FOLLOWED_PX, threads)
  for (const { buffer } of [flow.tx, flow.ty]) threads.release(buffer)
  return lines
}

const massOf = (env: ToolEnvironment, lines: FloatPlane, sigmaPx: number) =>
  blurred(env, { ...lines, values: lines.values.map((paper) => 1 - paper) }, sigmaPx)
