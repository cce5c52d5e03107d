import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Skin } from './skin.ts'

/** By how much of its red a colour has more of it than of the others; skin and wood have less than `from`. */
const RED = { from: 0.36, wholly: 0.75 }
/** The same in bytes: in the dark hues are noise. */
const CLEAR = { from: 20, wholly: 64 }
/** What of its light a full red is darker, and how light it is without that: a dark one would be black. */
const DARKER = 0.4
const LIGHT = { from: 0.1, wholly: 0.6 }
/** A red that glows looks lighter than its luma (Helmholtz, Kohlrausch): light to which it is lifted, how far, and red from which it glows. */
const GLOW = { light: 0.42, by: 0.6, from: 140, wholly: 215 }
/** By how much of its light a colour is yellow that no skin has, nor sand, nor wood; and what of its light a full one is darker. */
const YELLOW = { from: 0.4, wholly: 0.75, darker: 0.3 }

/**
 * Darkens reds in the luma of a picture, as film does that is blind to them: a painted mouth is often as
 * light as the cheek about it, a red coat as light as a face. Reds that glow are no black masses where no colour tells them. Bare skin stays as it is. Full yellows are darkened less:
 * all of them are nearly as light as white, and fries or tulips were empty.
 */
export async function darkenReds(
  env: ToolEnvironment,
  luma: FloatPlane,
  { rgba }: Raster,
  skin: Skin | null,
  { isGrey }: { readonly isGrey: boolean },
): Promise<void> {
  const { widthPx, heightPx, values } = luma
  const bare = skin && new RowSampler(skin.bare, widthPx, heightPx)
  for (const { topPx, heightPx: rows } of planStrips(widthPx, heightPx, 0)) {
    const bares = bare?.rows(topPx, rows).values ?? null
    for (let y = 0; y < rows; y++) {
      darkenRow(values, rgba, (topPx + y) * widthPx, bares, y * widthPx, widthPx, isGrey)
    }
    await env.checkpoint()
  }
}

/** @param from of the row in the picture, and `first` in what is bare */
function darkenRow(
  values: Float32Array,
  rgba: Uint8ClampedArray,
  from: number,
  bares: Float32Array | null,
  first: number,
  widthPx: number,
  isGrey: boolean,
): void {
  for (let k = 0; k < widthPx; k++) {
    const at = (from + k) * 4
    const red = rgba[at] as number
    const green = rgba[at + 1] as number
    const blue = rgba[at + 2] as number
    const yellow = Math.min(red, green) - blue
    const high = Math.max(red, green)
    if (yellow > YELLOW.from * high && yellow > CLEAR.from) {
      const full = smoothstep(YELLOW.from, YELLOW.wholly, yellow / high)
      const clear = smoothstep(CLEAR.from, CLEAR.wholly, yellow) * (1 - (bares?.[first + k] ?? 0))
      values[from + k] = (values[from + k] as number) * (1 - YELLOW.darker * full * clear)
    }
    const more = red - Math.max(green, blue)
    if (more < CLEAR.from || more < RED.from * red) continue
    const share = smoothstep(RED.from, RED.wholly, more / red)
    const clear = smoothstep(CLEAR.from, CLEAR.wholly, more) * (1 - (bares?.[first + k] ?? 0))
    const own = values[from + k] as number
    const light = smoothstep(LIGHT.from, LIGHT.wholly, own)
    const glow = isGrey ? GLOW.by * share * clear * smoothstep(GLOW.from, GLOW.wholly, red) : 0
    const seen = own * (1 - DARKER * light * share * clear)
    values[from + k] = seen + glow * Math.max(0, GLOW.light - seen)
  }
}
