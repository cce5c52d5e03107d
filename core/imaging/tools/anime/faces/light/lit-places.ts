import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { stepAt } from './cel-shade.ts'

/** What has less weight is no skin. */
const SKIN = 0.3
/** So much of a face's skin is its light, and this share of where that lies is told by the photo's light, the rest by the lamp. */
const LIGHT = { share: 0.35, ofPhoto: 0.6 }
/** The lightest of skin that is no gloss: this share of it is no lighter. */
const LIGHTEST = 0.85
/** The skin's light against its mean as the usual shade leaves it, and how far above that its light is painted, OKLab. */
const BRIGHTER = { ofShade: 0.25, least: 0.04, most: 0.06 }

/**
 * How far the light of a far face lies above the rest of it, OKLab; 0 for none. In few pixels, between clear clothes and
 * hair, a face is known by where it is lit: in the mean of its light and its shade alone it would be brown.
 * @param mean lightness of its skin
 * @param apart how far its light lies above its shade
 */
export function brighterBy(
  light: Float32Array,
  weight: Float32Array,
  mean: number,
  apart: number,
): number {
  const by = stepAt(LIGHTEST, light, weight) - (mean + BRIGHTER.ofShade * apart)
  return by < BRIGHTER.least ? 0 : Math.min(BRIGHTER.most, by)
}

/** Where that light lies, and from which value on. */
export function litPlacesOf(
  lamp: Float32Array,
  light: Float32Array,
  weight: Float32Array,
): { readonly values: Float32Array<ArrayBuffer>; readonly step: number } {
  const [byLamp, byPhoto] = [lamp, light].map((own) => spreadOf(own, weight))
  const values = withValues(new Float32Array(lamp.length), (i) => {
    const ofLamp = byLamp?.(lamp[i] as number) ?? 0
    return ofLamp + LIGHT.ofPhoto * ((byPhoto?.(light[i] as number) ?? 0) - ofLamp)
  })
  return { values, step: stepAt(1 - LIGHT.share, values, weight) }
}

/** Makes a light one without a mean, and of one spread, over the skin. */
function spreadOf(light: Float32Array, weight: Float32Array): (own: number) => number {
  let [sum, squares, whole] = [0, 0, 0]
  for (let i = 0; i < light.length; i++) {
    if ((weight[i] as number) < SKIN) continue
    whole++
    sum += light[i] as number
    squares += (light[i] as number) ** 2
  }
  const mean = sum / Math.max(1, whole)
  const spread = Math.sqrt(Math.max(1e-9, squares / Math.max(1, whole) - mean * mean))
  return (own) => (own - mean) / spread
}

/** Levels of shade and the rest, and one more within that where the light is. @param lit 1 there */
export const withLit = (shaded: FloatPlane, lit: FloatPlane): FloatPlane => ({
  ...shaded,
  values: withValues(new Float32Array(shaded.values.length), (i) => {
    const own = shaded.values[i] as number
    return own + (lit.values[i] as number) * Math.max(0, 2 * own - 1)
  }),
})
