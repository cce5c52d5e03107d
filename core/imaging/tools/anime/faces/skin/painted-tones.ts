import type { OkLab } from '../../../../../pixels/oklab.ts'
import type { FaceSkin } from './face-skin.ts'
import { bearsColour, liftedSkin } from './lifted-skin.ts'
import { warmShade } from './warm-shade.ts'

/** A light on skin is no more than this above its tone, a shadow this below: more would be a mask. */
const LIGHTER = 0.13
const DARKER = 0.14
/** Where one half lies in the shade, tones that lie so far apart stay apart by a share of it. */
const HALVES = { from: 0.2, share: 0.5 }

/** The tones of pale skin in the shade, and of skin in a hard light, stay apart by so much more: its light is what says how light it is. */
const PALE = 0.12
const HARD = 0.12

/**
 * The tones of a face's skin as they are painted, from the darkest on: as far apart as the look wants
 * them, with the mean that is asked for over all of the skin, so that it stays as light and of the same
 * hue however far they lie apart.
 * @param base the mean
 * @param contrast 1 as far apart as they are
 */
export function paintedTones(
  {
    tone,
    tones,
    shares,
    pale,
    hard,
  }: Pick<FaceSkin, 'tone' | 'tones' | 'shares' | 'pale' | 'hard'>,
  base: OkLab,
  contrast: number,
  warmth: number,
): OkLab[] {
  const lifted = withContrast(tones, tone, contrast, Math.max(PALE * pale, HARD * hard)).map((t) =>
    liftedSkin(t, warmth),
  )
  const whole = shares.reduce((sum, share) => sum + share, 0)
  if (whole === 0) return lifted
  const away = ([0, 1, 2] as const).map((c) => {
    const mean = lifted.reduce((sum, t, k) => sum + (t[c] * (shares[k] ?? 0)) / whole, 0)
    return base[c] - mean
  })
  return lifted.map(([light, a, b]) => [
    Math.min(0.97, light + (away[0] ?? 0)),
    a + (away[1] ?? 0),
    b + (away[2] ?? 0),
  ])
}

/** Tones about the middle one, which is the skin's own, in one hue. @param further how much further apart they may stay, OKLab */
function withContrast(
  tones: readonly OkLab[],
  base: OkLab,
  contrast: number,
  further: number,
): OkLab[] {
  const range = (tones.at(-1)?.[0] ?? 0) - (tones[0]?.[0] ?? 0)
  const more = HALVES.share * Math.max(0, range - HALVES.from) + further
  return tones.map(([light, a, b]) => {
    const apart = (light - base[0]) * contrast
    const most = (apart > 0 ? LIGHTER : DARKER) + more
    const kept = most * Math.tanh(apart / most)
    const toned = base[0] + kept
    const share = toned / Math.max(0.05, base[0])
    const own: OkLab = [toned, (a + base[1] * share) / 2, (b + base[2] * share) / 2]
    return warmShade(own, base[0] - toned, bearsColour(base))
  })
}
