import { type FlowLineSettings, flowHaloPx, flowLinesHaloPx } from '../../../../kernels/flow.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { planeRows, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { FILTERED_PX, filterPlane, type Strip } from '../../../../pixels/strips.ts'
import { giveBack } from '../../../give-back.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import type { AnimeLook } from '../looks.ts'
import { unitPxOf } from '../study.ts'
import { drawContours } from './contours.ts'

const FLOW = { radiusPx: 4, iterations: 3 }
/** Darker than this belongs to a line when its length is looked at. */
const LINE = 0.35
/** Share of ink about a place from which lines are clutter (foliage, curls), thousandths wide. */
const CLUTTER_FROM = 0.16
const CLUTTER_TO = 0.42
const CLUTTER_REACH = 7
/** How near to a change of the paint a line lies, thousandths, and how great that is, of OKLab. */
const BORDER = { reach: 3, spread: 1.5, from: 0.018, to: 0.05 }

/**
 * Coherent lines of a picture, 1 paper to 0 line, along the edge tangent flow (Kang et al. 2007) of
 * the smoothed picture.
 */
export async function lineArtOf(
  env: ToolEnvironment,
  picture: Raster,
  look: AnimeLook['ink'],
): Promise<FloatPlane> {
  const unitPx = unitPxOf(picture)
  const { reach, range } = look.smooth
  const smooth = env.kernels.domainTransform(picture, reach * unitPx, range)
  await env.checkpoint()
  const luma = env.kernels.luma(smooth)
  const lines = await linesOf(env, luma, {
    sigmaPx: Math.max(0.5, look.sigma * unitPx),
    lengthPx: Math.max(1.5, look.length * unitPx),
    tau: look.tau,
    phi: look.phi,
  })
  giveBack(env, [smooth.rgba, luma.values])
  return lines
}

/**
 * Ink, 0 paper to 1: lines where the paint of a cel changes and nowhere else; short scraps are left
 * out, and where lines crowd they grow faint.
 * @param lines of {@link lineArtOf}, as large as the cel
 */
export async function inkOf(
  env: ToolEnvironment,
  lines: FloatPlane,
  look: AnimeLook['ink'],
  cel: Cel,
  person: FloatPlane | null,
): Promise<FloatPlane> {
  const unitPx = unitPxOf(lines)
  const { colours, bare, folds } = cel
  const ink = env.kernels.inkLines(
    colours,
    { papers: lines.values, folds, bare },
    { ...BORDER, reachPx: BORDER.reach * unitPx, spreadPx: BORDER.spread * unitPx },
  )
  const contourPx = look.contour * unitPx
  const tapered = drawContours(env, ink, cel, person?.values ?? null, contourPx, look.things)
  // How long a line is, is told before its ends are thin, or it would fall apart.
  dropShort(ink, cel, look.shortest * unitPx)
  inParts(ink.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (ink[at] !== 0) ink[at] = tapered[at] as number
    }
  })
  await env.checkpoint()
  const clear = uncluttered(env, { ...lines, values: ink }, CLUTTER_REACH * unitPx)
  giveBack(env, [ink, tapered])
  return clear
}

function linesOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  settings: FlowLineSettings,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const filter = ({ readTopPx, readHeightPx }: Strip) =>
    threads.edgeLines(planeRows(luma, readTopPx, readHeightPx), FLOW, settings)
  const haloPx = flowHaloPx(FLOW) + flowLinesHaloPx(settings)
  return filterPlane(env, luma, haloPx, filter, FILTERED_PX, threads)
}

/** Takes out connected lines whose box is smaller both ways than is asked for where they lie. */
function dropShort(ink: Float32Array, { widthPx, shortest }: Cel, leastPx: number): void {
  const seen = new Uint8Array(ink.length)
  const pixels: number[] = []
  for (let start = 0; start < ink.length; start++) {
    if (seen[start] === 1 || (ink[start] as number) < LINE) continue
    pixels.length = 0
    pixels.push(start)
    seen[start] = 1
    let [left, right, top, bottom] = [widthPx, 0, ink.length, 0]
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] as number
      const x = at % widthPx
      const y = (at / widthPx) | 0
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const to = at + dy * widthPx + dx
          if (x + dx < 0 || x + dx >= widthPx || to < 0 || to >= ink.length) continue
          if (seen[to] === 1 || (ink[to] as number) < LINE) continue
          seen[to] = 1
          pixels.push(to)
        }
      }
    }
    const asked = pixels.reduce((sum, at) => sum + (shortest[at] as number), 0) / pixels.length
    const shortestPx = Math.max(leastPx, asked)
    if (Math.max(right - left, bottom - top) < shortestPx) for (const at of pixels) ink[at] = 0
  }
}

function uncluttered(env: ToolEnvironment, ink: FloatPlane, reachPx: number): FloatPlane {
  const crowd = env.kernels.gaussian(ink, reachPx).values
  const values = new Float32Array(crowd.length)
  inParts(values.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const own = ink.values[at] as number
      if (own === 0) continue
      const crowded = smoothstep(CLUTTER_FROM, CLUTTER_TO, crowd[at] as number)
      values[at] = own * (1 - 0.6 * crowded)
    }
  })
  giveBack(env, [crowd], [ink.values])
  return { ...ink, values }
}
