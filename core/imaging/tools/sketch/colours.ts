import { createPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import { powerTo } from '../../lift.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Skin } from './skin.ts'

/** A picture whose middle tone is darker than this is drawn lighter than it is. */
const MIDDLE_LUMA = 0.3
const LIFT_MIN_POWER = 0.65
/** Black is left black. */
const BLACK = { below: 0.03, to: 0.16 }
/** How far skin is brought to the light of all: a tone stays what it is to the others. */
const SKIN_SHARE = 0.3
const DARKEST = 0.02

/**
 * The colours that a hand would take: it sits at a lamp, so a picture of the night has more light,
 * and skin of every tone too.
 * @returns red, green and blue, in bytes
 */
export async function coloursOf(
  env: ToolEnvironment,
  picture: Raster,
  skin: Skin | null,
): Promise<readonly Plane[]> {
  const { widthPx, heightPx, rgba } = picture
  const plane = () => createPlane(widthPx, heightPx)
  const [red, green, blue] = [plane(), plane(), plane()]
  const lift = liftOf(picture)
  const samplers =
    skin &&
    [skin.share, skin.gain, skin.power].map((plane) => new RowSampler(plane, widthPx, heightPx))
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const [share, gain, power] = samplers?.map((plane) => plane.rows(topPx, rows).values) ?? []
    for (let k = 0; k < rows * widthPx; k++) {
      const at = topPx * widthPx + k
      const r = rgba[at * 4] as number
      const g = rgba[at * 4 + 1] as number
      const b = rgba[at * 4 + 2] as number
      const luma = r * 0.299 + g * 0.587 + b * 0.114
      let factor = lift[Math.round(luma)] as number
      const much = share === undefined ? 0 : (share[k] as number)
      if (much > 0.002) {
        const log = Math.log(Math.max(DARKEST, luma / 255))
        const lit = SKIN_SHARE * ((gain?.[k] as number) + ((power?.[k] as number) - 1) * log)
        factor = Math.exp(much * lit) * factor ** (1 - much)
      }
      // Whole numbers are written many times faster than those that must be rounded.
      if (factor === 1) {
        red.values[at] = r
        green.values[at] = g
        blue.values[at] = b
        continue
      }
      const most = Math.min(factor, 255 / Math.max(1, r, g, b))
      red.values[at] = r * most
      green.values[at] = g * most
      blue.values[at] = b * most
    }
    await env.checkpoint()
  }
  return [red, green, blue]
}

/** By luma in bytes: what a colour is multiplied by. */
function liftOf(picture: Raster): Float64Array {
  const lift = powerTo(picture, MIDDLE_LUMA, LIFT_MIN_POWER) - 1
  return Float64Array.from({ length: 256 }, (_, luma) => {
    const light = Math.max(1, luma) / 255
    return light ** (lift * smoothstep(BLACK.below, BLACK.to, light))
  })
}
