import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { guided } from '../guided.ts'

/** Log luma under the middle of a face from which it lies in a shadow, and how far that is lifted. */
const SHADOW = { from: 0.3, lift: 0.6 }
/** A shadow's edge is wider than this, in face widths; what is finer is the face's own. */
const REACH = 0.1
const EPSILON = 0.02
const DARKEST = 0.012

/** What is known of skin where its shadows are looked for, as large as the copy. */
interface LitSkin {
  readonly bare: FloatPlane
  readonly gain: FloatPlane
  readonly power: FloatPlane
}

/**
 * How much log luma is added where skin lies in a shadow, so that a face half in the dark has a
 * drawn half and a half drawn darker, not a black one. The light's base is lifted and not what is
 * finer (Durand & Dorsey 2002, with a guided filter): features keep their contrast, and a shadow its edge.
 * @param luma of a small copy
 * @param middle luma of the middle of every face once it is lit as all are
 * @param facePx how wide faces are in the copy
 */
export async function liftOfShadows(
  env: ToolEnvironment,
  luma: FloatPlane,
  { bare, gain, power }: LitSkin,
  middle: number,
  facePx: number,
): Promise<FloatPlane> {
  const { widthPx, heightPx } = luma
  const under = createFloatPlane(widthPx, heightPx)
  for (let i = 0; i < under.values.length; i++) {
    const log = Math.log(Math.max(DARKEST, luma.values[i] as number))
    const lit = (gain.values[i] as number) + (power.values[i] as number) * log
    under.values[i] = Math.log(middle) - lit
  }
  fillIn(env.kernels, under, bare, REACH * facePx)
  const base = await guided(env, under, Math.max(2, Math.round(REACH * facePx)), EPSILON)
  for (let i = 0; i < base.values.length; i++) {
    const dark = Math.max(0, (base.values[i] as number) - SHADOW.from)
    base.values[i] = SHADOW.lift * dark
  }
  return base
}

/** Less skin than this about a place says nothing of its light. */
const TOO_LITTLE = 0.02

/** Gives eyes, brows and lips the light of the skin about them: they are dark in any. */
function fillIn(kernels: Kernels, under: FloatPlane, bare: FloatPlane, sigmaPx: number): void {
  const weights = kernels.gaussian({ ...bare, values: bare.values.slice() }, sigmaPx).values
  const weighted = under.values.map((value, i) => value * (bare.values[i] as number))
  const sums = kernels.gaussian({ ...under, values: weighted }, sigmaPx).values
  for (let i = 0; i < under.values.length; i++) {
    const own = smoothstep(0.2, 0.8, bare.values[i] as number)
    const weight = weights[i] as number
    const about = weight < TOO_LITTLE ? 0 : (sums[i] as number) / weight
    under.values[i] = (under.values[i] as number) * own + about * (1 - own)
  }
}
