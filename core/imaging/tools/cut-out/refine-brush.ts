import {
  type Box,
  clampBox,
  createFloatPlane,
  fittedSize,
  type PixelSource,
  smoothstep,
} from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { StepProgress } from '../../../pixels/strips.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { guidedBy } from './matte/matte.ts'
import { distanceToPath } from './path.ts'
import { boxSource } from './region.ts'

/** One dab path of the brush, in pixels of the photo. */
export interface BrushStroke {
  readonly mode: 'add' | 'remove'
  readonly radiusPx: number
  readonly points: readonly { readonly xPx: number; readonly yPx: number }[]
}

const BRUSH_PX = 1024
/** The middle of a stroke does what it says; its rim follows the edges of the photo. */
const CORE = 0.5
const ROUNDS = 4
/** Further than this, in brush radii, nothing is changed. */
const REACH = 1.2

/**
 * Paints strokes into a matte, in order. Within the middle of a stroke the matte is set; between
 * there and its rim the change spreads over like colours only, and so ends at an edge of the photo.
 * @param matte of the photo's size; it is changed in place
 */
export async function refineByBrush(
  env: ToolEnvironment,
  source: PixelSource,
  matte: Plane,
  strokes: readonly BrushStroke[],
): Promise<void> {
  const progress = new StepProgress(env, 'refine', strokes.length)
  for (const stroke of strokes) {
    if (stroke.points.length > 0) await paint(env, source, matte, stroke)
    await progress.step()
  }
}

async function paint(
  env: ToolEnvironment,
  source: PixelSource,
  matte: Plane,
  stroke: BrushStroke,
): Promise<void> {
  const box = boxOf(stroke, source)
  const size = fittedSize({ widthPx: box.width, heightPx: box.height }, BRUSH_PX)
  const picture = await scaledCopy(env, boxSource(source, box), BRUSH_PX)
  const distance = distancesTo(stroke, box, size)
  const target = stroke.mode === 'add' ? 1 : 0
  const start = shrunk(matte, box, size)
  let change = seeds(start, distance, target)
  for (let round = 0; round < ROUNDS; round++) {
    const spread = await guidedBy(env, picture, change, {
      radiusPx: 4,
      epsilon: 2e-5,
      open: null,
    })
    change = seeds(spread, distance, target, start)
  }
  await write(env, matte, box, start, change)
}

function boxOf(stroke: BrushStroke, source: PixelSource): Box {
  const xs = stroke.points.map((point) => point.xPx)
  const ys = stroke.points.map((point) => point.yPx)
  const margin = stroke.radiusPx * 1.5 + 8
  const left = Math.min(...xs) - margin
  const top = Math.min(...ys) - margin
  return clampBox(
    {
      x: left,
      y: top,
      width: Math.max(...xs) + margin - left,
      height: Math.max(...ys) + margin - top,
    },
    source.widthPx,
    source.heightPx,
  )
}

/** Distance to the stroke's path in brush radii. */
function distancesTo(
  stroke: BrushStroke,
  box: Box,
  size: { readonly widthPx: number; readonly heightPx: number },
): FloatPlane {
  const plane = createFloatPlane(size.widthPx, size.heightPx)
  plane.values.fill(Number.POSITIVE_INFINITY)
  const scale = size.widthPx / box.width
  const radius = stroke.radiusPx * scale
  const points = stroke.points.map(({ xPx, yPx }) => ({
    x: (xPx - box.x) * scale,
    y: (yPx - box.y) * scale,
  }))
  const mark = (at: number, far: number) => {
    plane.values[at] = Math.min(plane.values[at] ?? far, far)
  }
  distanceToPath(plane, points, radius, mark, REACH)
  return plane
}

/** The stroke's middle set, its rim as it is, everything beyond as it was. */
function seeds(
  plane: FloatPlane,
  distance: FloatPlane,
  target: number,
  start: FloatPlane = plane,
): FloatPlane {
  const result = createFloatPlane(plane.widthPx, plane.heightPx)
  for (let at = 0; at < result.values.length; at++) {
    const far = distance.values[at] ?? 1
    const old = start.values[at] ?? 0
    if (far <= CORE) result.values[at] = target
    else if (far >= 1) result.values[at] = old
    else {
      const spread = Math.min(1, Math.max(0, plane.values[at] ?? 0))
      const kept = target === 1 ? Math.max(old, spread) : Math.min(old, spread)
      result.values[at] = kept + (old - kept) * smoothstep(0.85, 1, far)
    }
  }
  return result
}

function shrunk(
  matte: Plane,
  box: Box,
  size: { readonly widthPx: number; readonly heightPx: number },
): FloatPlane {
  const plane = createFloatPlane(size.widthPx, size.heightPx)
  for (let y = 0; y < size.heightPx; y++) {
    const row = box.y + Math.floor(((y + 0.5) * box.height) / size.heightPx)
    for (let x = 0; x < size.widthPx; x++) {
      const column = box.x + Math.floor(((x + 0.5) * box.width) / size.widthPx)
      plane.values[y * size.widthPx + x] = (matte.values[row * matte.widthPx + column] ?? 0) / 255
    }
  }
  return plane
}

/** Adds the change to the matte at full size, so that what was not painted keeps its detail. */
async function write(
  env: ToolEnvironment,
  matte: Plane,
  box: Box,
  start: FloatPlane,
  end: FloatPlane,
): Promise<void> {
  const change = createFloatPlane(end.widthPx, end.heightPx)
  for (let at = 0; at < change.values.length; at++) {
    change.values[at] = (end.values[at] ?? 0) - (start.values[at] ?? 0)
  }
  const sampler = new RowSampler(change, box.width, box.height)
  for (let y = 0; y < box.height; y++) {
    const row = sampler.rows(y, 1).values
    const offset = (box.y + y) * matte.widthPx + box.x
    for (let x = 0; x < box.width; x++) {
      const delta = row[x] ?? 0
      if (delta !== 0) matte.values[offset + x] = (matte.values[offset + x] ?? 0) + delta * 255
    }
    if (y % 128 === 127) await env.checkpoint()
  }
}
