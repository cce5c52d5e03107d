import { type ColourMatte, trimapValue } from '../../../../kernels/matte.ts'
import { createFloatPlane, planeRows, rasterRows } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { planStrips, type Strip, shareStrips } from '../../../../pixels/strips.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** How far a ray looks, as a share of the longer side. */
const REACH = 0.2
/** What samples a whole longer side away cost, against a miss of 1. */
const FAR_COST = 2

/**
 * What colours alone say of the undecided pixels; the coarse mask leans on the choice where they do
 * not tell.
 */
export async function matteByColour(
  env: ToolEnvironment,
  picture: Raster,
  trimap: Plane,
  mask: FloatPlane,
): Promise<ColourMatte> {
  const { widthPx, heightPx } = picture
  const longSidePx = Math.max(widthPx, heightPx)
  const settings = { reachPx: Math.ceil(longSidePx * REACH), farCost: FAR_COST / longSidePx }
  const alpha = createFloatPlane(widthPx, heightPx)
  const confidence = createFloatPlane(widthPx, heightPx)
  const threads = threadsOf(env)
  const guess = async ({ topPx, heightPx: rows, readTopPx, readHeightPx }: Strip) => {
    if (!planeRows(trimap, topPx, rows).values.includes(trimapValue.undecided)) return null
    const piece = {
      picture: rasterRows(picture, readTopPx, readHeightPx),
      trimap: planeRows(trimap, readTopPx, readHeightPx),
      prior: planeRows(mask, readTopPx, readHeightPx),
      originPx: readTopPx,
    }
    const asked = { topPx: topPx - readTopPx, heightPx: rows }
    return await threads.colourMatte(piece, asked, settings)
  }
  await shareStrips(env, {
    strips: planStrips(widthPx, heightPx, settings.reachPx),
    lanes: threads.lanes,
    begin: guess,
    take: (strip, found) => {
      if (found === null) fillKnown({ alpha, confidence }, trimap, mask, strip)
      else {
        alpha.values.set(found.alpha.values, strip.topPx * widthPx)
        confidence.values.set(found.confidence.values, strip.topPx * widthPx)
      }
    },
  })
  return { alpha, confidence }
}

/** As the kernel answers rows where nothing is to be asked. */
function fillKnown(
  { alpha, confidence }: ColourMatte,
  trimap: Plane,
  mask: FloatPlane,
  { topPx, heightPx }: { readonly topPx: number; readonly heightPx: number },
): void {
  const end = (topPx + heightPx) * trimap.widthPx
  for (let at = topPx * trimap.widthPx; at < end; at++) {
    const known = trimap.values[at]
    const isUnasked = known === trimapValue.unasked
    alpha.values[at] = isUnasked ? (mask.values[at] ?? 0) : known === trimapValue.inside ? 1 : 0
    confidence.values[at] = isUnasked ? 0 : 1
  }
}
