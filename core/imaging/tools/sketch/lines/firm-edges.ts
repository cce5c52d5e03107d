import { createFloatPlane, fittedSize, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { changeByStrips } from '../change-by-strips.ts'

const LOOKED_AT_LONG_SIDE_PX = 1024
const SIGMA_PX = 1.5
/** Change of shade a thousandth of the longer side from which there is no room for hatching. */
const STEEP = { from: 0.022, to: 0.05 }
/** Shade that becomes solid there; less becomes paper. */
const SOLID = { from: 0.44, to: 0.6 }

/**
 * Makes a shading's steep slopes into edges: hatching has no room on them, its lines would be but
 * teeth along what is solid.
 */
export async function firmEdges(env: ToolEnvironment, shading: FloatPlane): Promise<void> {
  await changeByStrips(env, shading, steepness(env, shading), makeFirm)
}

function makeFirm(shades: Float32Array, slopes: Float32Array): void {
  for (let k = 0; k < slopes.length; k++) {
    const slope = slopes[k] as number
    if (slope === 0) continue
    const own = shades[k] as number
    shades[k] = own + slope * (smoothstep(SOLID.from, SOLID.to, own) - own)
  }
}

/** How steep it is at each place of a small copy, 0..1. */
function steepness({ kernels }: ToolEnvironment, shading: FloatPlane): FloatPlane {
  const size = fittedSize(shading, LOOKED_AT_LONG_SIDE_PX)
  const { widthPx, heightPx } = size
  const small = new RowSampler(shading, widthPx, heightPx).rows(0, heightPx)
  const soft = kernels.gaussian(small, SIGMA_PX).values
  const slopes = createFloatPlane(widthPx, heightPx)
  // From two pixels to one thousandth.
  const scale = Math.max(widthPx, heightPx) / 2000
  for (let y = 1; y < heightPx - 1; y++) measureRow(slopes, soft, y, scale)
  return kernels.gaussian(slopes, SIGMA_PX)
}

function measureRow(
  { widthPx, values }: FloatPlane,
  soft: Float32Array,
  y: number,
  scale: number,
): void {
  for (let x = 1; x < widthPx - 1; x++) {
    const i = y * widthPx + x
    const across = (soft[i + 1] as number) - (soft[i - 1] as number)
    const down = (soft[i + widthPx] as number) - (soft[i - widthPx] as number)
    values[i] = smoothstep(STEEP.from, STEEP.to, Math.sqrt(across * across + down * down) * scale)
  }
}
