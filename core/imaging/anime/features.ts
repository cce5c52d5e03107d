import type { FloatPlane } from '../../kernels/kernels.ts'
import { type OkLab, toOkLab } from '../oklab.ts'
import { createFloatPlane, smoothstep } from '../pixels.ts'
import type { Raster, ToolEnvironment } from '../tool.ts'
import { unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const SMOOTH = { reach: 2, range: 0.2 }
/** Changes of light wider than this are shade, which the paint flattens on purpose. */
const SHADE_REACH = 9
/** Differences of lightness from which one is a feature and no grain. */
const GRAIN = 0.02
const FEATURE = 0.07
/** A little more than was lost: an anime face is read by its eyes. */
const EMPHASIS = 1.5

/**
 * What paint has lost that makes a face itself, eyes and brows and lips, as differences of OKLab
 * lightness; nothing where there is no skin.
 * @param picture at the size of the lines
 * @param painted lightness of the paint
 * @param skin 0..1
 */
export function featuresOf(
  env: ToolEnvironment,
  picture: Raster,
  painted: FloatPlane,
  skin: FloatPlane,
): FloatPlane {
  const { widthPx, heightPx } = picture
  const unitPx = unitPxOf(picture)
  const { rgba } = env.kernels.domainTransform(picture, SMOOTH.reach * unitPx, SMOOTH.range)
  const share = env.kernels.resizePlane(skin, widthPx, heightPx).values
  const kept = env.kernels.resizePlane(painted, widthPx, heightPx).values
  const lost = createFloatPlane(widthPx, heightPx)
  const colour: OkLab = [0, 0, 0]
  for (let at = 0; at < share.length; at++) {
    if (share[at] === 0) continue
    const from = at * 4
    toOkLab(rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number, colour)
    lost.values[at] = (colour[0] - (kept[at] as number)) * (share[at] as number)
  }
  const shade = env.kernels.gaussian(lost, SHADE_REACH * unitPx).values
  for (let at = 0; at < share.length; at++) {
    const difference = (lost.values[at] as number) - (shade[at] as number)
    const weight = smoothstep(GRAIN, FEATURE, Math.abs(difference))
    lost.values[at] = difference * weight * (share[at] as number) * EMPHASIS
  }
  return lost
}
