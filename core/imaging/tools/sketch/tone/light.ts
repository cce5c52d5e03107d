import type { SkinRows } from '../../../../kernels/skin-light.ts'
import { planeRows } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { partFor } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import type { SeenHand } from '../../../hand-parts/seen-hand.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { guided } from '../guided.ts'
import { FACE_LUMA, type Skin } from '../skin/skin.ts'

/** A picture's luma as the hand sees it: every face in the same light, skin without its pores. */
export interface SeenLight {
  readonly luma: FloatPlane
  /** Null where nobody is. */
  readonly skin: Skin | null
  /** How near to people each place of a copy is, 0..1; null where nobody is known. */
  readonly near?: FloatPlane | null
  /** Where things differ from what is behind them too faintly for the lines of all, 0..1; null where it is not asked. */
  readonly contours?: FloatPlane | null
  /** Hands of which every finger is known, in pixels of what is drawn. */
  readonly hands?: readonly SeenHand[]
  /** How dark cloth of people in clear colours is shaded at least, 0..1; null where none is, or where it is not asked. */
  readonly clear?: FloatPlane | null
}

/** Texture of skin that is flattened, in thousandths of the longer side, and how strong it may be. */
const PORE_REACH = 3
const PORE_EPSILON = 0.0016
const DARKEST = 0.012

/** What rows of a picture that is `pictureHeightPx` high are of skin. */
export const skinRowsOf = (
  { share, gain, power }: Skin,
  pictureHeightPx: number,
  topPx: number,
  rows: number,
): SkinRows => ({
  topPx,
  wholeHeightPx: pictureHeightPx,
  share: partFor(share, pictureHeightPx, topPx, rows),
  gain: partFor(gain, pictureHeightPx, topPx, rows),
  power: partFor(power, pictureHeightPx, topPx, rows),
})

/** Brings the skin of a picture into the light of all, in the memory of its luma. */
export async function litAlike(
  env: ToolEnvironment,
  luma: FloatPlane,
  skin: Skin | null,
  unitPx: number,
): Promise<SeenLight> {
  if (skin === null) return { luma, skin }
  const { widthPx, heightPx } = luma
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const strip = planeRows(luma, topPx, rows)
    const own = skinRowsOf(skin, heightPx, topPx, rows)
    env.kernels.litSkin(strip, own, FACE_LUMA, DARKEST, strip)
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
  const { widthPx, heightPx: wholeHeightPx } = lit
  for (const { topPx, heightPx: rows } of planStrips(widthPx, wholeHeightPx, 0)) {
    const bare = partFor(skin.bare, wholeHeightPx, topPx, rows)
    const own = planeRows(lit, topPx, rows)
    const place = { topPx, wholeHeightPx }
    env.kernels.flattenSkin(own, planeRows(flat, topPx, rows), place, bare)
  }
  threadsOf(env).release(flat.values.buffer)
}
