import type { OkLab } from '../../../../pixels/oklab.ts'
import { median } from '../../../../pixels/ranked.ts'
import { type BodyTones, bodyTonesOf } from '../skin/body-tones.ts'
import { chinFrameOf } from '../skin/chin-frame.ts'
import { shadeOn } from '../skin/chin-shade.ts'
import type { BodySkin } from '../skin/flat-skin.ts'
import { likenessInShade, type SkinOfBody } from '../skin/skin-of-body.ts'
import type { OkLabPicture } from '../study.ts'

/** So much of a hand that is skin of a body has that body's two tones. */
const OF_BODY = 0.3
/** So many times as much as the hand is seen of its arm that it has the arm's tone. */
const OF_ARM = 0.12
/** What is no farther from a hand's red and yellow, OKLab, is its arm and no sleeve. */
const SAME = 0.03
/** Of so much of it a hand's own paint is told. */
const OF_ITSELF = 0.25
/** Paint of skin: so light against its face, with so much colour, OKLab, of hues between these, radians. */
const PAINTED = { least: 0.55, most: 2, chroma: 0.02, reddest: -0.1, yellowest: 1.25 }
/** Paint from so light on is of a light that has burnt the colour of skin out. */
const BURNT = 0.88
/** Such a share of an arm is nearest in its light to the hand. */
const NEAREST = 0.35
/** A hand so light against its face is in the face's tone. */
const AS_FACE = { least: 0.6, most: 1.15 }
/** How much less alike a face is for each of its widths that a hand is farther away. */
const FARTHER = 0.15
/** A hand's tones lie nearer to each other than those of a body: fingers hardly shade each other. */
const APART = 0.06
/** A hand's shade against its tone. */
const SHADE = { least: 0.78, most: 0.88, power: 0.6 }

/** Light that falls on a part of a hand alone: so many times as light as its middle; how much lighter it is painted, and fainter. */
const BRIGHT = { by: 1.3, lighter: 0.12, most: 0.94, fainter: 0.8 }

/** The tones of a hand, and the lights from which on it has the second and the third. */
interface HandTones {
  readonly steps: readonly [lit: number, bright: number]
  readonly paints: readonly [shade: OkLab, tone: OkLab, light: OkLab]
}

/** Colours are told by so many places at most: a near hand has a hundred thousand. */
const ASKED = 3000
const some = <Value>(values: readonly Value[]): readonly Value[] => {
  const each = Math.ceil(values.length / ASKED)
  return each <= 1 ? values : values.filter((_, at) => at % each === 0)
}

/** Where a hand is, and what lies about it. */
export interface HandPlaces {
  readonly places: readonly number[]
  /** The light of each without its texture, OKLab. */
  readonly lights: readonly number[]
  /** Where the arm is. */
  readonly arm: readonly number[]
}

/** The skin of bodies, and a picture as it is, and as it is painted without its hands. */
export interface PaintedBodies {
  readonly fine: OkLabPicture
  readonly paint: OkLabPicture
  readonly skins: readonly SkinOfBody[]
  readonly body: Pick<BodySkin, 'toneAt' | 'paints'>
}

/**
 * Where a hand's light is cut, and its tones: those of the body of which it is, else of its arm, else of its
 * face; where all of these are far from it, those that it has by itself.
 */
export function handTones(hand: HandPlaces, bodies: PaintedBodies): HandTones | null {
  const tones = twoTones(hand, bodies)
  if (tones === null) return null
  const [shade, tone] = tones.paints
  const bright = BRIGHT.by * median(some(hand.lights))
  return { steps: [tones.step, bright], paints: [shade, tone, litOf(tone)] }
}

const litOf = ([lightness, a, b]: OkLab): OkLab => [
  Math.min(BRIGHT.most, lightness + BRIGHT.lighter),
  a * BRIGHT.fainter,
  b * BRIGHT.fainter,
]

function twoTones(hand: HandPlaces, bodies: PaintedBodies): BodyTones | null {
  const { fine, paint, skins, body } = bodies
  const [places, lights] = [some(hand.places), some(hand.lights)]
  const skin = ownerOf(places, fine, skins)
  if (skin === null) return null
  const sorted = Float32Array.from(lights).sort()
  const own = bodyTonesOf(sorted, skin, APART)
  const owner = skins.indexOf(skin)
  const toned = places.filter((at) => (body.toneAt[at] as number) >> 1 === owner)
  if (toned.length > OF_BODY * places.length) return tonesOfBody(own.step, toned, owner, body)
  const lit = lights.filter((light) => light > own.step)
  const light = median(lit)
  const shade = own.step < 0 ? 1 : median(lights.filter((each) => each <= own.step)) / light
  const within = (tone: OkLab): BodyTones => {
    const by = Math.min(SHADE.most, Math.max(SHADE.least, shade ** SHADE.power))
    return { step: own.step, paints: [own.step < 0 ? tone : shadeOn(tone, by), tone] }
  }
  const isSkin = (at: number) => isPaintedAs(skin, paint, at)
  const [red, yellow] = [fine.a, fine.b].map((plane) => median(places.map((at) => plane[at] ?? 0)))
  const isSame = (at: number) =>
    Math.hypot((fine.a[at] as number) - (red ?? 0), (fine.b[at] as number) - (yellow ?? 0)) < SAME
  const seen = some(hand.arm)
  const arm = seen.filter((at) => isSkin(at) && isSame(at))
  const shareOf = (places: readonly number[]) =>
    (places.length * hand.arm.length) / Math.max(1, seen.length * hand.places.length)
  // In any tone of its own such a hand would be a glove.
  const isBurnt = (at: number) => isSame(at) && (paint.lightness[at] as number) > BURNT
  if (
    median(places.map((at) => paint.lightness[at] as number)) > BURNT &&
    shareOf(seen.filter(isBurnt)) > OF_ARM
  )
    return null
  if (shareOf(arm) > OF_ARM) return within(armTone(arm, light, fine, paint))
  const share = light / skin.light
  const itself = places.filter((at, k) => (lights[k] as number) > own.step && isSkin(at))
  const isAsFace = share > AS_FACE.least && share < AS_FACE.most
  if (isAsFace || itself.length < OF_ITSELF * places.length) return own
  return within(middleColour(itself, paint))
}

/** Whether paint has a hue of skin, and is as light as a face's skin is in some light. */
function isPaintedAs({ tone }: SkinOfBody, { lightness, a, b }: OkLabPicture, at: number): boolean {
  const share = (lightness[at] as number) / tone[0]
  const [red, yellow] = [a[at] as number, b[at] as number]
  if (share < PAINTED.least || share > PAINTED.most || Math.hypot(red, yellow) < PAINTED.chroma)
    return false
  const hue = Math.atan2(yellow, red)
  return hue > PAINTED.reddest && hue < PAINTED.yellowest
}

/** The tones of the body of which a hand is. */
function tonesOfBody(
  step: number,
  toned: readonly number[],
  owner: number,
  { toneAt, paints }: Pick<BodySkin, 'toneAt' | 'paints'>,
): BodyTones | null {
  const [shade, tone] = [paints[2 * owner], paints[2 * owner + 1]]
  if (shade === undefined || tone === undefined) return null
  if (step >= 0) return { step, paints: [shade, tone] }
  // Of one light it has the tone of most of it.
  const lit = toned.filter((at) => ((toneAt[at] as number) & 1) === 1)
  const paint = 2 * lit.length >= toned.length ? tone : shade
  return { step, paints: [paint, paint] }
}

/** What an arm is painted in where its light is nearest to a hand's. */
function armTone(
  arm: readonly number[],
  light: number,
  { lightness }: OkLabPicture,
  paint: OkLabPicture,
): OkLab {
  const apart = (at: number) => Math.abs((lightness[at] as number) - light)
  const nearest = arm.toSorted((one, other) => apart(one) - apart(other))
  return middleColour(nearest.slice(0, Math.max(1, Math.ceil(NEAREST * arm.length))), paint)
}

const middleColour = (places: readonly number[], { lightness, a, b }: OkLabPicture): OkLab => {
  const [light, red, yellow] = [lightness, a, b].map((plane) =>
    median(places.map((at) => plane[at] as number)),
  )
  return [light ?? 0, red ?? 0, yellow ?? 0]
}

/** The face whose skin a hand has: the nearest of those that are alike. */
function ownerOf(
  places: readonly number[],
  { lightness, a, b, widthPx }: OkLabPicture,
  skins: readonly SkinOfBody[],
): SkinOfBody | null {
  const mean = (plane: Float32Array) =>
    places.reduce((sum, at) => sum + (plane[at] as number), 0) / Math.max(1, places.length)
  const colour: OkLab = [Math.max(0.02, mean(lightness)), mean(a), mean(b)]
  const middle = places[places.length >> 1] ?? 0
  const [x, y] = [middle % widthPx, Math.floor(middle / widthPx)]
  let [best, most] = [null as SkinOfBody | null, Number.NEGATIVE_INFINITY]
  for (const skin of skins) {
    const { uAt, vAt } = chinFrameOf(skin.face)
    const away = Math.hypot(uAt(x, y), vAt(x, y))
    const own = likenessInShade(colour, skin.tone) - FARTHER * away
    if (own > most) [best, most] = [skin, own]
  }
  return best
}
