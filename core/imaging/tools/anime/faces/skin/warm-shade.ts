import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'

/** Shade that is darker than its skin by so much, OKLab, is so much stronger in colour and redder, radians. */
const WARM = { deep: 0.1, stronger: 0.5, redder: 0.14 }
/** From no strength of colour that holds warmth back to one that has enough of it: skin in red light. */
const STRONG = { from: 0.06, to: 0.11 }

/**
 * Shade on skin as painters mix it: redder than what is lit and no greyer, where a photograph's is only darker.
 * @param shade as the photograph's light would have it
 * @param deep how much darker than the skin it is, OKLab; light stays as it is
 * @param warmth how much of all that it gets, 0..1
 */
export function warmShade([light, a, b]: OkLab, deep: number, warmth = 1): OkLab {
  const chroma = Math.hypot(a, b)
  const isWeak = smoothstep(STRONG.to, STRONG.from, chroma)
  const share = warmth * smoothstep(0, WARM.deep, deep) * isWeak
  const gain = 1 + WARM.stronger * share
  const [cos, sin] = [Math.cos(WARM.redder * share) * gain, Math.sin(WARM.redder * share) * gain]
  return [light, a * cos + b * sin, b * cos - a * sin]
}
