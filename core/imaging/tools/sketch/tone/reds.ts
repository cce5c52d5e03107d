import { planeRows, rasterRows } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { partFor } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Skin } from '../skin/skin.ts'

/**
 * Darkens reds in the luma of a picture, as film does that is blind to them: a painted mouth is often as
 * light as the cheek about it, a red coat as light as a face. Reds that glow are no black masses where no colour tells them. Bare skin stays as it is. Full yellows are darkened less:
 * all of them are nearly as light as white, and fries or tulips were empty.
 */
export async function darkenReds(
  { kernels, checkpoint }: ToolEnvironment,
  luma: FloatPlane,
  picture: Raster,
  skin: Skin | null,
  { isGrey }: { readonly isGrey: boolean },
): Promise<void> {
  const { widthPx, heightPx: wholeHeightPx } = luma
  for (const { topPx, heightPx: rows } of planStrips(widthPx, wholeHeightPx, 0)) {
    const bare = skin && partFor(skin.bare, wholeHeightPx, topPx, rows)
    const own = planeRows(luma, topPx, rows)
    const colours = rasterRows(picture, topPx, rows)
    kernels.darkenReds(own, colours, { topPx, wholeHeightPx }, bare, isGrey)
    await checkpoint()
  }
}
