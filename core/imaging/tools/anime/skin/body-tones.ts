import type { OkLab } from '../../../../pixels/oklab.ts'
import { shadeOn } from './chin-shade.ts'
import { darkestShade, type SkinOfBody } from './skin-of-body.ts'

/** Tones nearer than this are one, OKLab; a shade covers so much of a body, and its light so much, or there is none. */
const APART = 0.1
const LEAST = 0.07
/** The light of a body against its face's in the photo comes nearer to it by powers, and lies within bounds. */
const NEARER = { dark: 0.6, light: 0.4 }
const BOUNDS = { least: 0.92, most: 1.04 }
/** A shade is so dark against the face at least. */
const GENTLEST = 0.88

/** Where a body's light is cut in two, and what its shade and its tone are painted in. */
export interface BodyTones {
  readonly step: number
  readonly paints: readonly [shade: OkLab, tone: OkLab]
}

/**
 * The two tones of a body, parted where they are most alike within themselves (Otsu 1979), in the colours of its face.
 * @param lights of its skin, sorted
 * @param apart tones that lie nearer are one, OKLab
 */
export function bodyTonesOf(
  lights: Float32Array,
  skin: Pick<SkinOfBody, 'tone' | 'light' | 'pale'>,
  apart = APART,
): BodyTones {
  const { tone } = skin
  const darkest = darkestShade(skin)
  const { step, dark, lit } = partedLights(lights, apart)
  const near = (light: number) => {
    const share = light / skin.light
    return share < 1 ? share ** NEARER.dark : 1 + (share - 1) * NEARER.light
  }
  const painted = (by: number): OkLab =>
    by < 1 ? shadeOn(tone, by) : [tone[0] * by, tone[1], tone[2]]
  if (step === null) {
    const own = Math.min(BOUNDS.most, Math.max(darkest, near(lit)))
    return { step: -1, paints: [painted(own), painted(own)] }
  }
  const own = Math.min(BOUNDS.most, Math.max(BOUNDS.least, near(lit)))
  const shade = Math.min(GENTLEST, Math.max(darkest, (dark / lit) ** NEARER.dark))
  return { step, paints: [painted(shade), painted(own)] }
}

function partedLights(lights: Float32Array, apart: number) {
  const n = lights.length
  const whole = lights.reduce((sum, light) => sum + light, 0)
  const mean = whole / Math.max(1, n)
  let [best, most, sum] = [0, 0, 0]
  for (let k = 1; k < n; k++) {
    sum += lights[k - 1] as number
    if (k < LEAST * n || n - k < LEAST * n) continue
    const between = k * (n - k) * ((whole - sum) / (n - k) - sum / k) ** 2
    if (between > most) [best, most] = [k, between]
  }
  const under = lights.slice(0, best).reduce((all, light) => all + light, 0)
  const [dark, lit] = [under / Math.max(1, best), (whole - under) / Math.max(1, n - best)]
  const step = (dark + lit) / 2
  // A few dark places among the lights that are counted with them are a speck.
  const isSpeck = (lights[Math.ceil(LEAST * n)] ?? 1) > step
  if (best === 0 || lit - dark < apart || isSpeck)
    return { step: null, dark, lit: n === 0 ? 1 : mean }
  return { step, dark, lit }
}
