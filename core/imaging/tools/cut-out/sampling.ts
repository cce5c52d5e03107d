import { type ColourMatte, trimapValue } from '../../../kernels/kernels.ts'
import { createFloatPlane, planeRows, rasterRows } from '../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'

/** How far a ray looks, as a share of the longer side. */
const REACH = 0.2
/** What samples a whole longer side away cost, against a miss of 1. */
const FAR_COST = 2
/** Rows between two checkpoints: the most work lies about a head of hair. */
const ROWS = 32

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
  for (let top = 0; top < heightPx; top += ROWS) {
    const rowsHere = { topPx: top, heightPx: Math.min(ROWS, heightPx - top) }
    if (!planeRows(trimap, top, rowsHere.heightPx).values.includes(trimapValue.undecided)) {
      fillKnown({ alpha, confidence }, trimap, mask, rowsHere)
      continue
    }
    const originPx = Math.max(0, top - settings.reachPx)
    const height = Math.min(heightPx, top + ROWS + settings.reachPx) - originPx
    const piece = {
      picture: rasterRows(picture, originPx, height),
      trimap: planeRows(trimap, originPx, height),
      prior: planeRows(mask, originPx, height),
      originPx,
    }
    const rows = { topPx: top - originPx, heightPx: rowsHere.heightPx }
    const found = env.kernels.colourMatte(piece, rows, settings)
    alpha.values.set(found.alpha.values, top * widthPx)
    confidence.values.set(found.confidence.values, top * widthPx)
    await env.checkpoint()
  }
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
