import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { isSureSkin } from '../parts/sure-skin.ts'
import type { FaceSkin } from './face-skin.ts'

/**
 * So much lighter the mean of a face's skin is painted at most, OKLab: strokes, shade and gloss come on top. It is so
 * much lighter at least where it is not dark, as a face is told by its light against what lies about it, and a dark
 * one no darker than so.
 */
const LIGHT = { lighter: 0.031, least: 0.027, darker: 0.01, from: 0.47, to: 0.6 }
/** So much lighter is a face's skin painted in the mean that is not dark, with the strokes on it, OKLab: at most 0.04 is its own tone. */
const WITH_STROKES = { lighter: 0.033, from: 0.5, to: 0.65, most: 0.024 }
/**
 * What is beyond doubt pale skin in the shade is painted lighter by so much more, as a night is lit: beside all that is
 * opened and without the gloss of a photo it would be brown however its tones lie. So is skin that is not dark in a hard
 * light, whose deep shade covers more of a face than a painter's. The only other cases in which skin is lighter than its own tone.
 */
const RAISED = { pale: 0.035, hard: 0.04 }
/**
 * Skin that has so little colour against its light is pale skin in the shade, and no dark skin, however dark it is: painted
 * flat it would be brown, as no lit place in it says that it is pale. It is light skin from the first light on, whole
 * at the second, OKLab. Without any colour nobody can tell.
 */
const PALE = {
  colour: { from: 0.105, to: 0.085 },
  grey: { from: 0.015, to: 0.035 },
  light: { from: 0.38, to: 0.46 },
}
/** How far its hue may turn, radians, also behind glass, whose frame and gloss come on top, where its colour is stronger than this. */
const HUE = { most: 0.07, behind: 0.02, grey: 0.01 }

/** Dark glass that is drawn before a face: where, in the planes of its skin. */
export interface PaintedGlass {
  readonly share: Float32Array
  readonly colour: OkLab
}

/** How all tones of a face are moved. */
export interface SkinMove {
  readonly light: number
  /** By which angle all are turned, radians. */
  readonly turn: number
}

/** {@link SkinMove}, and what it makes of a face's skin. */
interface KeptSkin extends SkinMove {
  /** How surely it is no dark skin, 0..1, and by how much lighter its mean is painted then, OKLab. */
  readonly isLight: number
  readonly lighter: number
  /** How far it is beyond doubt pale skin in the shade, 0..1. */
  readonly surelyPale: number
  /** How surely a hard light falls on it, 0..1. */
  readonly hard: number
  /** By how much tones have to be moved for each step of that mean. */
  readonly share: number
}

/**
 * By how much tones must be moved so that a face's skin, with all that is painted on it, keeps its tone: its mean
 * may be off where beard, gloss or holes leave the tones a part of it alone.
 * @param tones as they would be painted, from the darkest on
 * @param glass that hides a part of it: its green or blue would turn the mean
 */
export function skinMoveOf(
  seen: SkinOfFace,
  { level, share: painted, beard, surelyPale, hard }: FaceSkin,
  tones: readonly OkLab[],
  glass: PaintedGlass | null = null,
): KeptSkin {
  const photo: OkLab = [0, 0, 0]
  const paint: OkLab = [0, 0, 0]
  let [all, toned] = [0, 0]
  const { light, a, b } = seen.lab
  // Without a colour of its own for each pixel, which would be garbage of a first preview.
  for (let i = 0; i < light.length; i++) {
    if (!isSureSkin(seen, i)) continue
    const isGlass = glass !== null && (glass.share[i] as number) > 0.5
    const isHairy = beard !== null && (beard.share.values[i] as number) > 0.5
    const isBare = (painted.values[i] as number) >= 0.5
    const tone = isBare ? tones[Math.round(level.values[i] as number)] : undefined
    const drawn = isGlass ? glass.colour : isHairy ? beard.tone : tone
    all++
    if (tone !== undefined && drawn === tone) toned++
    photo[0] += light[i] as number
    photo[1] += a[i] as number
    photo[2] += b[i] as number
    paint[0] += drawn === undefined ? (light[i] as number) : drawn[0]
    paint[1] += drawn === undefined ? (a[i] as number) : drawn[1]
    paint[2] += drawn === undefined ? (b[i] as number) : drawn[2]
  }
  if (toned === 0)
    return { light: 0, turn: 0, isLight: 0, lighter: 0, surelyPale: 0, hard: 0, share: 0 }
  const away = (paint[0] - photo[0]) / all
  const lightness = photo[0] / all
  const isPale = paleness(lightness, Math.hypot(photo[1], photo[2]) / all)
  const isUndark = Math.max(isPale, smoothstep(LIGHT.from, LIGHT.to, lightness))
  const least = -LIGHT.darker + (LIGHT.least + LIGHT.darker) * isUndark
  const kept = Math.min(LIGHT.lighter, Math.max(least, away))
  const grey = HUE.grey * all
  const hasHue = Math.hypot(photo[1], photo[2]) > grey && Math.hypot(paint[1], paint[2]) > grey
  const turned = hasHue
    ? wrapped(Math.atan2(paint[2], paint[1]) - Math.atan2(photo[2], photo[1]))
    : 0
  const most = glass === null ? HUE.most : HUE.behind
  const turn = Math.min(most, Math.max(-most, turned)) - turned
  // What is moved is the tones' part of the mean.
  const whole = all / Math.max(toned, all / 2)
  const isLight = Math.max(isPale, smoothstep(WITH_STROKES.from, WITH_STROKES.to, lightness))
  const move = { light: (kept - away) * whole, turn: turn * whole }
  return { ...move, isLight, lighter: kept, surelyPale, hard, share: whole }
}

/** How surely skin is pale, 0..1. @param light of it, OKLab @param chroma of it, OKLab */
function paleness(light: number, chroma: number): number {
  const { colour, grey, light: lit } = PALE
  const ownColour = chroma / Math.max(0.05, light)
  const isColoured = smoothstep(grey.from, grey.to, ownColour)
  return (
    smoothstep(colour.from, colour.to, ownColour) * isColoured * smoothstep(lit.from, lit.to, light)
  )
}

/**
 * By how much more the tones of a face that is not dark are made lighter, OKLab, for what is drawn on it
 * darkens it: without that small faces, of which strokes cover much, would be brown.
 * @param strokes by how much they change the mean lightness of its skin
 */
export function lighterUnder(
  { isLight, lighter, surelyPale, hard, share }: KeptSkin,
  strokes: number,
): number {
  const lacking = WITH_STROKES.lighter - (lighter + strokes)
  const evened = isLight * Math.min(WITH_STROKES.most, Math.max(0, lacking))
  return share * (evened + Math.max(RAISED.pale * surelyPale, RAISED.hard * hard))
}

export function movedSkin([light, a, b]: OkLab, { light: by, turn }: SkinMove): OkLab {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [Math.min(0.97, light + by), a * cos - b * sin, a * sin + b * cos]
}

/** An angle as one of half a turn at most. */
const wrapped = (angle: number): number =>
  angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle
