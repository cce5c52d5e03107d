import { type FlowLineSettings, flowLinesHaloPx } from '../../../kernels/kernels.ts'
import { planeRows, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { filterPlane } from '../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { AnimeLook } from './looks.ts'
import { unitPxOf } from './study.ts'

const FLOW_RADIUS_PX = 4
const FLOW_ITERATIONS = 3
const FLOW_HALO_PX = FLOW_RADIUS_PX * FLOW_ITERATIONS + 4
/** Darker than this belongs to a line when its length is looked at. */
const LINE = 0.35
/** Share of ink about a place from which lines are clutter (foliage, curls), thousandths wide. */
const CLUTTER_FROM = 0.16
const CLUTTER_TO = 0.42
const CLUTTER_REACH = 7

/**
 * Ink lines of a picture, 0 paper to 1 ink: coherent lines along the edge tangent flow (Kang et al.
 * 2007) of the smoothed picture, so that texture does not draw; short scraps are left out, and where
 * lines crowd they grow faint.
 */
export async function inkOf(
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
  const ink = lines.values.map((paper) => smoothstep(0.1, 0.9, 1 - paper))
  dropShort(ink, picture.widthPx, look.shortest * unitPx)
  await env.checkpoint()
  return uncluttered(env, { ...lines, values: ink }, CLUTTER_REACH * unitPx)
}

const linesOf = (
  env: ToolEnvironment,
  luma: FloatPlane,
  settings: FlowLineSettings,
): Promise<FloatPlane> =>
  filterPlane(env, luma, FLOW_HALO_PX + flowLinesHaloPx(settings), (strip) => {
    const rows = planeRows(luma, strip.readTopPx, strip.readHeightPx)
    const flow = env.kernels.edgeTangentFlow(rows, FLOW_RADIUS_PX, FLOW_ITERATIONS)
    return env.kernels.flowLines(rows, flow, settings)
  })

/** Takes out connected lines whose box is smaller than `shortestPx` both ways. */
function dropShort(ink: Float32Array, widthPx: number, shortestPx: number): void {
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
    if (Math.max(right - left, bottom - top) < shortestPx) for (const at of pixels) ink[at] = 0
  }
}

function uncluttered(env: ToolEnvironment, ink: FloatPlane, reachPx: number): FloatPlane {
  const crowd = env.kernels.gaussian(ink, reachPx)
  const values = ink.values.map((value, at) => {
    const crowded = smoothstep(CLUTTER_FROM, CLUTTER_TO, crowd.values[at] as number)
    return value * (1 - 0.6 * crowded)
  })
  return { ...ink, values }
}
