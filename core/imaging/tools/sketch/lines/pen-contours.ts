import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { blurred } from '../guided.ts'

/** How dark a line has to be for a pen to ink it, and how dark a shade for it to be one black. */
const INKED = { from: 0.4, wholly: 0.62 }
const SOLID = { from: 0.52, wholly: 0.68 }
/** A line or a black as near as this to a contour is its own, px of the copy: the mask's edge lies beside it. */
const NEAR_PX = 3
/** So far along a contour its gaps are looked at together, and from which share of it is missing it is drawn. */
export const GAPS = { alongPx: 5, from: 0.1, wholly: 0.38 }

/**
 * What a pen leaves out of contours: where neither a line nor the edge of a black is. What is but hatched has no firm
 * edge, and lines that only touch a contour, as strands do, are few of it.
 * @param drawn lines (1 paper) and shades of the drawing, as large as the contours
 * @param asked how far along and from which share, all of which must be missing
 * @returns 0 to 1 contour
 */
export async function missingForPen(
  env: ToolEnvironment,
  contours: FloatPlane,
  drawn: Readonly<Record<'lines' | 'shading', FloatPlane>>,
  asked: readonly (typeof GAPS)[] = [GAPS],
): Promise<FloatPlane> {
  const told = toldAlong(contours, drawn)
  const values = Float32Array.from(contours.values)
  for (const { alongPx, from, wholly } of asked) {
    const [has, all] = [await blurred(env, told, alongPx), await blurred(env, contours, alongPx)]
    values.forEach((own, i) => {
      if (own === 0) return
      const share = (has.values[i] as number) / Math.max(1e-4, all.values[i] as number)
      values[i] = own * smoothstep(from, wholly, 1 - share)
    })
  }
  return { ...contours, values }
}

/** How much of each place of a contour is drawn. */
function toldAlong(
  { widthPx, heightPx, values }: FloatPlane,
  { lines, shading }: Readonly<Record<'lines' | 'shading', FloatPlane>>,
): FloatPlane {
  const told = createFloatPlane(widthPx, heightPx)
  for (let y = NEAR_PX; y < heightPx - NEAR_PX; y++) {
    for (let x = NEAR_PX; x < widthPx - NEAR_PX; x++) {
      const i = y * widthPx + x
      const own = values[i] as number
      if (own > 0) told.values[i] = own * blackNear(lines.values, shading.values, i, widthPx)
    }
  }
  return told
}

/** How black the blackest is that lies near to a place. */
function blackNear(lines: Float32Array, shades: Float32Array, at: number, widthPx: number): number {
  let [line, shade] = [1, 0]
  for (let down = -NEAR_PX; down <= NEAR_PX; down++) {
    const middle = at + down * widthPx
    const reach = Math.floor(Math.sqrt(NEAR_PX * NEAR_PX - down * down))
    for (let i = middle - reach; i <= middle + reach; i++) {
      line = Math.min(line, lines[i] as number)
      shade = Math.max(shade, shades[i] as number)
    }
  }
  return Math.max(
    smoothstep(INKED.from, INKED.wholly, 1 - line),
    smoothstep(SOLID.from, SOLID.wholly, shade),
  )
}
