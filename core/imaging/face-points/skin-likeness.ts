import type { Kernels } from '../../kernels/kernels.ts'
import { hypotenuse, smoothstep } from '../../pixels/pixels.ts'
import { median } from '../../pixels/ranked.ts'
import type { Raster } from '../../pixels/raster.ts'
import { withValues } from '../../pixels/with-values.ts'

/** What lies beyond the oval must be more like the skin by this. */
const OUTSIDE_STRICT = 0.55
/** Skin darker than this is known by its light alone beyond the oval. */
const DARK = 0.42

/** OKLab, a plane each. */
export interface LabPlanes {
  readonly light: Float32Array<ArrayBuffer>
  readonly a: Float32Array<ArrayBuffer>
  readonly b: Float32Array<ArrayBuffer>
}

export function labOf(kernels: Kernels, picture: Raster): LabPlanes {
  const { lightness, a, b } = kernels.okLab(picture)
  return { light: lightness, a, b }
}

/**
 * How much each pixel is this face's skin: by its colour against its light, which shade leaves alone.
 * Null where a face shows too little of it.
 * @param shade the light of each pixel's half of the face against the lighter one, 0..1
 */
export function likenessOf(
  { light, a, b }: LabPlanes,
  bare: Float32Array,
  inside: Float32Array,
  about: Float32Array,
  shade: Float32Array,
): Float32Array | null {
  const picked = pickedOf(light, bare)
  if (picked.length < 60) return null
  const of = (value: (i: number) => number) =>
    median(withValues(new Float64Array(picked.length), (k) => value(picked[k] as number)))
  const tone = of((i) => light[i] ?? 0)
  const red = of((i) => (a[i] ?? 0) / (light[i] ?? 1))
  const yellow = of((i) => (b[i] ?? 0) / (light[i] ?? 1))
  const away = (i: number) =>
    hypotenuse(
      (a[i] ?? 0) / Math.max(0.08, light[i] ?? 0) - red,
      (b[i] ?? 0) / Math.max(0.08, light[i] ?? 0) - yellow,
    )
  const spread = Math.min(0.07, Math.max(0.03, of(away)))
  // In the dark hues are noise: hair and night are no skin.
  const sureOfHue = smoothstep(0.34, 0.46, tone)
  const outside = (0.5 + 0.5 * sureOfHue) * OUTSIDE_STRICT
  const leastBeyond = 0.42 + 0.3 * (1 - sureOfHue)
  return withValues(new Float32Array(light.length), (i) => {
    const own = light[i] as number
    const isWithin = (inside[i] as number) > 0.5
    // About dark skin hair and night are darker still, and its shine has the colour of the light.
    if (!isWithin && tone < DARK && (about[i] as number) > 0.5) {
      return smoothstep(tone * 0.72, tone * 0.85, own)
    }
    const lit = shade[i] as number
    const least = isWithin ? 0.42 : leastBeyond
    const dark = smoothstep(tone * lit * least, tone * lit * (least + 0.18), own)
    // What is lighter there may be the forehead's shine, which is no darker than the tone.
    const apart = own > tone ? (own - tone) * 0.6 : tone - own
    const even = isWithin ? 1 : 1 - smoothstep(0.12, 0.18, apart)
    // Most of what lies beyond the oval: its colour need not be asked.
    if (dark === 0 || even === 0) return 0
    // In the dark of a half hues are noise, too.
    const wide = (isWithin ? 1 : outside) * (2 - lit)
    const near = 1 - smoothstep(spread * 2 * wide, spread * 3.4 * wide, away(i))
    return near * dark * even
  })
}

/** Where skin is looked for first, by the numbers of pixels; what is nearly black tells no colour. */
function pickedOf(light: Float32Array, bare: Float32Array): Uint32Array {
  const picked = new Uint32Array(light.length)
  let count = 0
  for (let i = 0; i < light.length; i++) {
    if ((bare[i] as number) > 0 && (light[i] as number) > 0.08) picked[count++] = i
  }
  return picked.subarray(0, count)
}
