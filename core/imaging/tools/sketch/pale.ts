import type { FloatPlane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Skin } from './skin.ts'

/** From this light on contrast is seen at two and a half times what it is. */
const PALE = 0.6

/**
 * A picture's light in which what is pale is told apart: white cloth before a pale wall has little
 * contrast, and contours all the same. Bare skin stays: what is pale on it is a shine or a pore.
 * @returns a plane of its own, 0 to 2.2
 */
export async function palePartedIn(
  env: ToolEnvironment,
  { luma, skin }: { readonly luma: FloatPlane; readonly skin: Pick<Skin, 'bare'> | null },
): Promise<FloatPlane> {
  const { widthPx, heightPx } = luma
  const parted = { ...luma, values: luma.values.slice() }
  const bare = skin && new RowSampler(skin.bare, widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const own = parted.values.subarray(topPx * widthPx, (topPx + rows) * widthPx)
    const bares = bare?.rows(topPx, rows).values
    for (let k = 0; k < own.length; k++) {
      const light = own[k] as number
      if (light <= PALE) continue
      const above = light / PALE
      const apart = PALE * above * above * Math.sqrt(above)
      own[k] = light + (apart - light) * (1 - (bares === undefined ? 0 : (bares[k] as number)))
    }
    await env.checkpoint()
  }
  return parted
}
