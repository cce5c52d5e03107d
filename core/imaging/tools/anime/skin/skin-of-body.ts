import type { OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { Means } from '../cells/cells.ts'

/** A face with the colour that its skin is painted in. */
export interface SkinOfBody {
  readonly face: FoundFace
  readonly tone: OkLab
  /** How light that skin is in the photo, OKLab. */
  readonly light: number
  /** Whether a beard covers the chin: below it it looks like skin in the shade. */
  readonly isBearded: boolean
  /** How surely it is pale skin in the shade, 0..1. */
  readonly pale: number
}

/**
 * A face is compared with other skin in so much less colour than it is painted in: flat paint is as strong as the mean
 * of a face, bodies lie in a little less.
 */
const COMPARED = {
  light: { from: 0.48, to: 0.62 },
  chroma: { from: 0.03, to: 0.06 },
  fainter: 0.105,
  strong: { from: 0.05, to: 0.1, fainter: 0.095 },
}

/** How strong in colour skin is with which others are compared, OKLab. @param tone as it is painted */
export function strengthOf([light, a, b]: OkLab): number {
  const own = Math.hypot(a, b)
  const { light: lit, chroma, fainter, strong } = COMPARED
  const isPale = smoothstep(lit.from, lit.to, light) * smoothstep(chroma.from, chroma.to, own)
  const isStrong = smoothstep(strong.from, strong.to, own)
  return own * (1 - fainter * isPale) * (1 - strong.fainter * isStrong)
}

/** Skin in the shade is darker than this against the face's, and has some colour against its light. */
const SHADE = { from: 0.95, faintest: 0.05 }
/** How far the hue of the same skin lies apart, radians, and how much stronger or fainter it is. */
const SAME = { hue: 0.35, stronger: 1.8, fainter: 0.45 }
/**
 * Darker than this against the face, a neck is known by its place, unless its hue lies so far off, radians, in more
 * colour than noise has, OKLab: a scarf or a collar.
 */
const DARK = 0.5
const SCARF = { hue: 0.6, chroma: 0.015 }
/** Darker than this it is black cloth, however warm its black is. */
const BLACK = 0.27
/**
 * Nor is what has so much colour, OKLab, so many times as strong as the face's against its light: a red collar. Light
 * that comes through skin makes the dark under a chin as strong, but in the face's hue, radians.
 */
const DYED = { chroma: 0.07, stronger: 2.4, sameHue: 0.15, through: 3.6 }
/** The lightest that a neck's shade is painted, against the face, and how fast it darkens. */
const PAINTED = { light: 0.95, power: 1.5 }
/** How light shade is against the skin it lies on at least, and on pale skin in the shade, which darker would be brown. */
export const DARKEST = { share: 0.75, onPale: 0.83 }
/**
 * It lies so far below the face's tone at most, OKLab, as a face's own shade does: a share alone makes the shade of
 * light skin another person's.
 */
const DEEPEST = 0.1

/**
 * How light the darkest shade on skin is against it; by itself that of a body.
 * @param deepest how far below the skin it lies at most, OKLab
 */
export function darkestShade(
  { tone, pale }: Pick<SkinOfBody, 'tone' | 'pale'>,
  deepest = DEEPEST,
): number {
  const share = DARKEST.share + (DARKEST.onPale - DARKEST.share) * pale
  return Math.max(share, 1 - deepest / Math.max(deepest, tone[0]))
}

/** What a cell of a neck that lies in the shade is painted in; null for any other. */
export function shadeOf(
  seen: Means,
  cell: number,
  skin: Pick<SkinOfBody, 'tone' | 'pale'> | undefined,
): OkLab | null {
  if (skin === undefined) return null
  const { tone } = skin
  const colour: OkLab = [seen.lightness[cell] ?? 0, seen.a[cell] ?? 0, seen.b[cell] ?? 0]
  if (!isShadeOf(colour, skin)) return null
  const share = Math.max(0.02, colour[0]) / tone[0]
  const darkest = darkestShade(skin)
  const painted = darkest + (PAINTED.light - darkest) * (share / SHADE.from) ** PAINTED.power
  // Shade on skin is warmer than the skin, against its light.
  const strong = Math.sqrt(painted)
  return [tone[0] * painted, tone[1] * strong, tone[2] * strong]
}

/**
 * Whether what lies where a neck is, in such a colour, is its skin in the shade.
 * @param faintest colour against its light
 */
export function isShadeOf(
  colour: OkLab,
  { tone }: Pick<SkinOfBody, 'tone'>,
  faintest = SHADE.faintest,
): boolean {
  const light = Math.max(0.02, colour[0])
  const [red, yellow] = [colour[1] / light, colour[2] / light]
  const strength = Math.hypot(red, yellow)
  const isWarm = red > 0 && yellow > 0 && strength > faintest
  const share = light / tone[0]
  const away = hueApart(red, yellow, tone)
  const most = away < DYED.sameHue ? DYED.through : DYED.stronger
  const isStrong = strength * tone[0] > most * strengthOf(tone)
  const isDyed = strength * light > DYED.chroma && isStrong
  const isScarf = away > SCARF.hue && strength * light > SCARF.chroma
  const isSame =
    (share < DARK && !isScarf) ||
    away < DYED.sameHue ||
    likenessInShade([light, red * light, yellow * light], tone) > 0
  return isWarm && !isDyed && isSame && share >= BLACK && share <= SHADE.from
}

/**
 * Skin is the stronger in colour against its light the less light falls on it, as skin shines on skin, and fades where
 * more does: in the light of its face it has such a share of the face's strength, and so much more for each share of light
 * that it lacks. What has less is cloth of its hue: a tan coat.
 */
const CLOTH = { lit: 0.6, rises: 1.2, least: 0.45, most: 0.85 }

/** Whether a colour is too faint against its light to be a face's skin in that light. */
export function isFaintAs(tone: OkLab, light: number, red: number, yellow: number): boolean {
  const share = light / tone[0]
  const least = CLOTH.lit + CLOTH.rises * (1 - share)
  const strong = Math.hypot(red, yellow) / share / strengthOf(tone)
  return strong < Math.min(CLOTH.most, Math.max(CLOTH.least, least))
}

/** The number of the face whose skin a cell is most like; -1 for what is no skin. */
export function likestOf(
  seen: Means,
  cell: number,
  skins: readonly SkinOfBody[],
  least = 0,
): number {
  const light = Math.max(0.02, seen.lightness[cell] as number)
  const [red, yellow] = [seen.a[cell] as number, seen.b[cell] as number]
  const own: OkLab = [light, red, yellow]
  let like = -1
  let most = least
  for (let k = 0; k < skins.length; k++) {
    const { tone } = skins[k] as SkinOfBody
    const likeness = likenessOf(own, tone)
    if (likeness > most && !isFaintAs(tone, light, red, yellow)) {
      like = k
      most = likeness
    }
  }
  return like
}

/** {@link likenessOf} skin, of which the shade may be stronger in colour against its light, as skin shines on skin. */
export function likenessInShade([light, red, yellow]: OkLab, tone: OkLab): number {
  const by = Math.sqrt(Math.min(1, light / tone[0]))
  return likenessOf([light, red * by, yellow * by], tone)
}

/** How like a colour is to a face's skin in another light, 1 to 0 not at all. */
export function likenessOf([light, red, yellow]: OkLab, tone: OkLab): number {
  const away = hueApart(red, yellow, tone)
  const strength = Math.hypot(red, yellow) / light / (strengthOf(tone) / tone[0])
  if (strength > SAME.stronger || strength < SAME.fainter) return 0
  return Math.max(0, 1 - away / SAME.hue)
}

/** How far a hue lies from that of a skin, radians. */
const hueApart = (red: number, yellow: number, tone: OkLab): number =>
  Math.abs(Math.atan2(yellow, red) - Math.atan2(tone[2], tone[1]))
