import type { FloatPlane } from '../../../pixels/raster.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { blurred, guided } from './guided.ts'
import type { SeenLight } from './light.ts'

/** Values below which `low` and above which `high` of the pixels lie, from a 1024-bin count. */
function percentiles(plane: FloatPlane, low: number, high: number): [number, number] {
  const bins = new Uint32Array(1024)
  for (const value of plane.values) {
    const bin = Math.min(1023, Math.max(0, Math.floor(value * 1023)))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  const at = (share: number): number => {
    let left = share * plane.values.length
    for (let bin = 0; bin < bins.length; bin++) {
      left -= bins[bin] ?? 0
      if (left <= 0) return bin / 1023
    }
    return 1
  }
  return [at(low), at(high)]
}

/** Light of skin that is left as paper, and from which it is black: the same in every picture. */
const SKIN_RANGE = { black: 0.14, white: 0.93 }

/**
 * How dark the hand would shade, 0 (paper) to 1: the picture's own range stretched, middle tones
 * lifted towards paper, and the small darks (lashes, folds, strands) that the classic dodge of a
 * picture with its own blur brings out. The memory of the luma is given back.
 * @param unitPx a thousandth of the picture's longer side
 */
export async function shadingOf(
  env: ToolEnvironment,
  { luma, skin }: SeenLight,
  unitPx: number,
): Promise<FloatPlane> {
  const soft = await guided(env, luma, Math.max(2, Math.round(3 * unitPx)), 0.002)
  const wide = await blurred(env, luma, 14 * unitPx)
  const { release } = threadsOf(env)
  release(luma.values.buffer)
  const [black, white] = percentiles(soft, 0.01, 0.97)
  const span = Math.max(0.15, white - black)
  const at = (plane: FloatPlane) =>
    env.kernels.resizePlane(plane, soft.widthPx, soft.heightPx).values
  const share = skin === null ? null : at(skin.share)
  const bare = skin === null ? null : at(skin.bare)
  const { values } = soft
  for (let i = 0; i < values.length; i++) {
    const own = values[i] as number
    const stretched = (own - black) / span
    const onSkin = (own - SKIN_RANGE.black) / (SKIN_RANGE.white - SKIN_RANGE.black)
    const light = stretched + (onSkin - stretched) * (share === null ? 0 : (share[i] as number))
    const dark = 1 - Math.min(1, Math.max(0, light))
    // To the power of 1.25.
    const mass = dark * Math.sqrt(Math.sqrt(dark))
    // Dodge of the picture with its inverted blur is base / blur: below 1 in the small darks.
    const dodged = Math.min(1, own / Math.max(0.04, wide.values[i] as number))
    const detail = (1 - dodged) * (1 - 0.4 * (bare === null ? 0 : (bare[i] as number)))
    values[i] = Math.min(1, mass * 0.78 + detail * 0.75 * (1 - mass * 0.5))
  }
  for (const spent of [wide.values, share, bare]) if (spent !== null) release(spent.buffer)
  return soft
}
