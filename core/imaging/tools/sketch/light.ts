import type { FloatPlane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { guided } from './guided.ts'
import { FACE_LUMA, type Skin } from './skin.ts'

/** A picture's luma as the hand sees it: every face in the same light, skin without its pores. */
export interface SeenLight {
  readonly luma: FloatPlane
  /** Null where nobody is. */
  readonly skin: Skin | null
}

/** Texture of skin that is flattened, in thousandths of the longer side, and how strong it may be. */
const PORE_REACH = 3
const PORE_EPSILON = 0.0016
const DARKEST = 0.012

/** Shine runs out into white, it does not end in it. */
const shone = (light: number): number =>
  light <= FACE_LUMA
    ? light
    : FACE_LUMA + (1 - FACE_LUMA) * (1 - Math.exp((FACE_LUMA - light) / (1 - FACE_LUMA)))

/** Brings the skin of a picture into the light of all, in the memory of its luma. */
export async function litAlike(
  env: ToolEnvironment,
  luma: FloatPlane,
  skin: Skin | null,
  unitPx: number,
): Promise<SeenLight> {
  if (skin === null) return { luma, skin }
  const { widthPx, heightPx, values } = luma
  const samplers = [skin.share, skin.gain, skin.power].map(
    (plane) => new RowSampler(plane, widthPx, heightPx),
  )
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const from = topPx * widthPx
    const [shares, gains, powers] = samplers.map((sampler) => sampler.rows(topPx, rows).values) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    for (let k = 0; k < shares.length; k++) {
      const i = from + k
      const own = values[i] ?? 0
      const much = shares[k] ?? 0
      if (much < 0.002) continue
      const log = Math.log(Math.max(DARKEST, own))
      const changed = log + much * ((gains[k] ?? 0) + ((powers[k] ?? 1) - 1) * log)
      const light = Math.exp(changed)
      values[i] = Math.min(1, light + (shone(light) - light) * much)
    }
    await env.checkpoint()
  }
  await flattenPores(env, luma, skin, unitPx)
  return { luma, skin }
}

/** Flattens what is small and faint on bare skin. */
async function flattenPores(
  env: ToolEnvironment,
  lit: FloatPlane,
  skin: Skin,
  unitPx: number,
): Promise<void> {
  const radius = Math.max(1, Math.round(PORE_REACH * unitPx))
  const flat = await guided(env, lit, radius, PORE_EPSILON)
  const bare = new RowSampler(skin.bare, lit.widthPx, lit.heightPx)
  for (const { topPx, heightPx: rows } of planStrips(lit.widthPx, lit.heightPx, 0)) {
    const shares = bare.rows(topPx, rows).values
    for (let k = 0; k < shares.length; k++) {
      const i = topPx * lit.widthPx + k
      const own = lit.values[i] as number
      lit.values[i] = own + ((flat.values[i] as number) - own) * (shares[k] as number) * 0.85
    }
  }
  threadsOf(env).release(flat.values.buffer)
}
