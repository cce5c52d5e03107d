import type { FloatPlane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../tool.ts'

/**
 * Changes a plane in place, strip after strip, by how much of something a smaller plane says is there.
 * @param change a strip's values, of which there may be more, by as many shares
 */
export async function changeByStrips(
  env: ToolEnvironment,
  { widthPx, heightPx, values }: FloatPlane,
  shares: FloatPlane,
  change: (values: Float32Array, shares: Float32Array) => void,
): Promise<void> {
  const sampler = new RowSampler(shares, widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    change(values.subarray(topPx * widthPx), sampler.rows(topPx, rows).values)
    await env.checkpoint()
  }
}
