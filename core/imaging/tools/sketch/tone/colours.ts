import { lumaOf } from '../../../../pixels/luma.ts'
import {
  createPlane,
  planeRows,
  rasterRows,
  rasterSource,
  smoothstep,
} from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { RowSampler } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import { powerTo } from '../../../lift.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { hairyAt } from '../skin/hair.ts'
import type { Skin } from '../skin/skin.ts'
import { skinRowsOf } from './light.ts'

/** A picture whose middle tone is darker than this is drawn lighter than it is. */
const MIDDLE_LUMA = 0.3
const LIFT_MIN_POWER = 0.65
/** Black is left black. */
const BLACK = { below: 0.03, to: 0.16 }
/** How far skin is brought to the light of all: a tone stays what it is to the others. */
const SKIN_SHARE = 0.3
const DARKEST = 0.02
/** A pencil's colour lies in areas; what is finer is told by strokes and lines, which are looked at larger. */
const PLAIN = { longSidePx: 1024, reach: 3, closeUp: 6, range: 0.3 }

/** By how much of a byte hair may be bluer than red and has no hue: the sky shines on it. What is dyed has more. */
const SHINE = { none: 70, wholly: 35 }

/**
 * The colours that a hand would take: it sits at a lamp, so a picture of the night has more light,
 * and skin of every tone too. Hair has no blue shine.
 * @param hair how likely each place of a copy is hair; null where nobody looked
 * @param closeUp how much a face fills the picture, 0..1: what it is told by is larger
 * @returns red, green and blue, in bytes; smaller than the picture where it is larger than 1024 px
 */
export async function coloursOf(
  env: ToolEnvironment,
  seen: Raster,
  skin: Skin | null,
  hair: FloatPlane | null,
  closeUp: number,
): Promise<readonly Plane[]> {
  const picture = await plain(env, seen, closeUp)
  const { widthPx, heightPx } = picture
  const plane = () => createPlane(widthPx, heightPx)
  const [red, green, blue] = [plane(), plane(), plane()]
  const lift = liftOf(picture)
  const hairs = hair && new RowSampler(hair, widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const own = skin && skinRowsOf(skin, heightPx, topPx, rows)
    const strip = rasterRows(picture, topPx, rows)
    const into = [
      planeRows(red, topPx, rows),
      planeRows(green, topPx, rows),
      planeRows(blue, topPx, rows),
    ] as const
    env.kernels.liftColours(strip, lift, own, SKIN_SHARE, DARKEST, into)
    if (hairs) withoutShine(into, hairs.rows(topPx, rows).values)
    await env.checkpoint()
  }
  return [red, green, blue]
}

/** Takes the sky's blue from rows of hair: it stays as light as it is. */
function withoutShine(
  [red, green, blue]: readonly [Plane, Plane, Plane],
  hair: Float32Array,
): void {
  for (let i = 0; i < hair.length; i++) {
    const sure = hairyAt(hair[i] as number, 0)
    if (sure === 0) continue
    const [r, g, b] = [red.values[i] as number, green.values[i] as number, blue.values[i] as number]
    if (b <= r) continue
    const share = sure * (1 - smoothstep(SHINE.wholly, SHINE.none, b - r))
    const luma = lumaOf(r, g, b)
    red.values[i] = r + (luma - r) * share
    green.values[i] = g + (luma - g) * share
    blue.values[i] = b + (luma - b) * share
  }
}

/** Without pores, grain and single hairs: with them it would be a photo under strokes. */
async function plain(env: ToolEnvironment, picture: Raster, closeUp: number): Promise<Raster> {
  const copy = await scaledCopy(env, rasterSource(picture), PLAIN.longSidePx)
  const unitPx = Math.max(copy.widthPx, copy.heightPx) / 1000
  const smooth = env.kernels.domainTransform(
    copy,
    (PLAIN.reach + (PLAIN.closeUp - PLAIN.reach) * closeUp) * unitPx,
    PLAIN.range,
  )
  await env.checkpoint()
  return smooth
}

/** By luma in bytes: what a colour is multiplied by. */
function liftOf(picture: Raster): Float32Array {
  const lift = powerTo(picture, MIDDLE_LUMA, LIFT_MIN_POWER) - 1
  return Float32Array.from({ length: 256 }, (_, luma) => {
    const light = Math.max(1, luma) / 255
    return light ** (lift * smoothstep(BLACK.below, BLACK.to, light))
  })
}
