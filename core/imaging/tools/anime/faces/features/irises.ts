import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import { away, type Lids, lidsOf, type Side } from '../../../../face-points/face-lines.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { between, coloursWithin, meanOf } from '../../../../face-points/samples.ts'
import { ellipse } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'

/** Colour below which an iris is grey, and from which its hue is sure. */
const HUE = { from: 0.006, to: 0.02 }
/** An iris this dark against the skin about it is brown, but where its hue is surely another. */
const BROWN = {
  dark: { from: 0.4, to: 0.52 },
  unsure: { from: 0.007, to: 0.013 },
  /**
   * Without a hue it is brown when it is lighter, too; in light skin, whose brown irises are dark and warm however
   * small they are, only up to where grey and blue ones are.
   */
  hueless: { from: 0.55, to: 0.75, light: { from: 0.47, to: 0.55, skin: { from: 0.6, to: 0.64 } } },
  /** Of red or yellow hue it is brown when it is lighter, too. */
  warm: { from: 0.48, to: 0.62 },
  /** Dark skin is darker than the white beside an iris by more: it is compared as against lighter. */
  skin: { most: 0.7, lighter: 1.45 },
  hue: 0.003,
  /** Colour from which an iris is blue. */
  blue: 0.008,
  /**
   * In dark skin an iris is brown, whatever it mirrors, unless it is nearly as light as the skin; one that is blue
   * only in skin that is darker by so much, and none that is green though its white is left in it.
   */
  darkSkin: {
    from: 0.6,
    to: 0.68,
    blue: 0.1,
    green: { from: 0.002, to: 0.009 },
    light: { from: 0.68, to: 0.85 },
  },
  light: 0.32,
  a: 0.03,
  b: 0.042,
}

/** An iris this dark against the skin and against its white is brown with the sky or a lamp in it, but where its colour is strong. */
const MIRRORS = {
  skin: { from: 0.38, to: 0.46 },
  white: { from: 0.44, to: 0.54 },
  strong: { from: 0.019, to: 0.028 },
}
/**
 * An iris that is so much redder than its white, OKLab, is brown however light it is: blurred, or lit by a flash. Of one
 * that is nearly as light as its white less is seen, and less red is enough.
 */
const RED = {
  clear: { from: 0.012, to: 0.02 },
  unclear: { from: 0.009, to: 0.014 },
  light: { from: 0.65, to: 0.75 },
  /** What is less red than brown is pink beyond this share of its yellow: a lid's, or in a dark iris the sky's. */
  pink: { share: 0.35, red: { from: 0.005, to: 0.01 }, dark: { from: 0.57, to: 0.6 } },
}

/**
 * An iris that is neither red nor yellow, in a face that is both, looks blue, unless it is as dark as a
 * brown one: against the skin and the white about it. One whose hue is sure keeps it.
 */
const BLUE = {
  red: { from: 0.007, to: 0.014 },
  yellow: { from: 0.013, to: 0.02 },
  sure: { from: 0.013, to: 0.025 },
  skin: { from: 0.44, to: 0.48 },
  white: { from: 0.42, to: 0.5 },
  /** In dark skin it is brown with a gleam. */
  dark: { from: 0.54, to: 0.62 },
  /** One that is hardly redder than its white is grey, unless it is as light as a blue one mostly is: against the skin. */
  grey: { red: { from: 0.001, to: 0.006 }, light: { from: 0.58, to: 0.64 } },
  a: -0.012,
  b: -0.03,
}

/**
 * The colour of both irises: no face has odd eyes because one of them is in the shade.
 * @param skin about them
 */
export function irisOf(
  picture: Raster,
  face: FoundFace,
  seen: readonly Side[],
  skin: OkLab,
  pen: FacePen,
): OkLab {
  const found = seen.map((side) => irisSeen(picture, lidsOf(face, side)))
  if (found.length === 0) return [BROWN.light, BROWN.a, BROWN.b]
  const weights = weightsOf(face, seen, found)
  const meanOfEyes = (colourOf: (eye: SeenIris) => OkLab) => weighed(found.map(colourOf), weights)
  const iris = meanOfEyes((eye) => eye.iris)
  const beside = meanOfEyes((eye) => eye.beside)
  const white = meanOfEyes((eye) => eye.white)[0]
  const [middle, , yellow] = beside
  const red = Math.min(beside[1], RED.pink.share * Math.max(0, yellow))
  const share = iris[0] / Math.max(0.1, white)
  const chroma = Math.hypot(red, yellow)
  // Brown eyes seem black in photographs; their warmth is shown. A light iris without a colour of its
  // own would be one with the white.
  const lightest = 0.5 + 0.12 * smoothstep(HUE.from, HUE.to, chroma)
  const light = Math.min(lightest, Math.max(0.36, middle * 1.12 + 0.03))
  const least = 0.03 * smoothstep(HUE.from, HUE.to, chroma)
  const wanted = Math.min(0.13, Math.max(least, chroma * (1.2 + 0.3 * pen.vivid)))
  const own: OkLab = [
    light,
    (red / Math.max(1e-6, chroma)) * wanted,
    (yellow / Math.max(1e-6, chroma)) * wanted,
  ]
  const brown = browned(own, beside, skin, iris)
  const blue =
    blueShare(iris, skin, share, Math.hypot(beside[1], yellow)) * (1 - greyShare(beside, skin))
  const known = between(brown, [light, BLUE.a, BLUE.b], blue)
  const lit = iris[0] / Math.max(0.1, white, leastWhite(skin, face.points.rightIris.radiusPx))
  return between(known, [BROWN.light, BROWN.a, BROWN.b], brownShare(beside, skin, lit))
}

/**
 * White that is darker than this against the skin is none where an iris is so few pixels: the eye lies in deep shade, or
 * is blurred.
 */
const WHITE = { least: 0.85, radiusPx: { from: 4, to: 8 } }

const leastWhite = (skin: OkLab, radiusPx: number): number =>
  WHITE.least * skin[0] * smoothstep(WHITE.radiusPx.to, WHITE.radiusPx.from, radiusPx)

/**
 * In a head that is turned further the far eye is a few pixels at the edge of hair or of the street: it is left out where
 * its colour lies so far from the near one's.
 */
const TURNED = { frontal: { from: 0.15, to: 0.35 }, apart: { from: 0.012, to: 0.022 } }

/** How much each eye counts. */
function weightsOf(face: FoundFace, sides: readonly Side[], eyes: readonly SeenIris[]): number[] {
  const [one, other] = eyes.map(({ beside }) => beside)
  if (one === undefined || other === undefined) return eyes.map(() => 1)
  const apart = Math.hypot(one[1] - other[1], one[2] - other[2])
  const unlike = smoothstep(TURNED.apart.from, TURNED.apart.to, apart)
  const turned = smoothstep(TURNED.frontal.to, TURNED.frontal.from, face.frontal)
  return sides.map((side) => (isFarSide(face, side) ? 1 - unlike * turned : 1))
}

function isFarSide(face: FoundFace, side: Side): boolean {
  const [nose] = pointsOf(face.points, 'noseRidge').slice(-1)
  const jaw = pointsOf(face.points, 'jaw')
  const [right, left] = [away(jaw[0], nose), away(jaw.at(-1), nose)]
  return side === 'right' ? right < left : left < right
}

function weighed(colours: readonly OkLab[], weights: readonly number[]): OkLab {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const channel = (c: 0 | 1 | 2) =>
    colours.reduce((sum, colour, k) => sum + (colour[c] * (weights[k] ?? 0)) / whole, 0)
  return [channel(0), channel(1), channel(2)]
}

/** 1 below a range and 0 above it. */
const below = ({ from, to }: { readonly from: number; readonly to: number }, value: number) =>
  1 - smoothstep(from, to, value)

/** How much an iris that would be blue is grey, by its light and its red against its white. */
function greyShare([light, red]: OkLab, skin: OkLab): number {
  const { grey } = BLUE
  const isLight = smoothstep(grey.light.from, grey.light.to, light / skin[0])
  return smoothstep(grey.red.from, grey.red.to, red) * (1 - isLight)
}

/** How sure an iris is brown that its own colours say is none. @param share of an iris's light in that of its white */
function brownShare([light, red, yellow]: OkLab, skin: OkLab, share: number): number {
  const mirrors =
    below(MIRRORS.skin, light / skin[0]) *
    below(MIRRORS.white, share) *
    below(MIRRORS.strong, Math.hypot(red, yellow))
  const { clear, unclear, pink } = RED
  const unsure = smoothstep(RED.light.from, RED.light.to, share)
  const from = clear.from + (unclear.from - clear.from) * unsure
  const to = clear.to + (unclear.to - clear.to) * unsure
  const purple =
    smoothstep(pink.red.from, pink.red.to, red) *
    below({ from: 0, to: Math.max(1e-6, red) }, yellow) *
    below(pink.dark, light / skin[0])
  return Math.max(mirrors, purple, smoothstep(from, to, red))
}

/** An iris that is less red than this against its blue is blue. */
const PURPLE = 0.35

/** From which lightness against the skin on an iris without a hue is not brown. */
function huelessIn([light]: OkLab): { readonly from: number; readonly to: number } {
  const { from, to, light: pale } = BROWN.hueless
  const share = smoothstep(pale.skin.from, pale.skin.to, light)
  return { from: from + (pale.from - from) * share, to: to + (pale.to - to) * share }
}

/** What lies in a dark eye is the sky that it mirrors, or the red of a lid. @param seen of an iris */
function browned(own: OkLab, [light, red, yellow]: OkLab, skin: OkLab, [, ownRed]: OkLab): OkLab {
  const { dark, unsure, warm, hue } = BROWN
  const isWarm = red > hue && yellow > hue
  // No eye is purple.
  const isUnsure = red > Math.max(hue, PURPLE * -yellow) && yellow < -hue
  const about = Math.max(skin[0], Math.min(BROWN.skin.most, skin[0] * BROWN.skin.lighter))
  const chroma = Math.hypot(red, yellow)
  const { from, to } = isWarm ? warm : chroma < unsure.from ? huelessIn(skin) : dark
  const seen =
    (1 - smoothstep(from, to, light / about)) *
    (isWarm || isUnsure ? 1 : 1 - smoothstep(unsure.from, unsure.to, chroma))
  const { darkSkin } = BROWN
  const lighter = darkSkin.blue * smoothstep(0, -BROWN.blue, yellow)
  const inDarkSkin =
    (1 - smoothstep(darkSkin.from, darkSkin.to, skin[0] + lighter)) *
    (1 - smoothstep(darkSkin.green.from, darkSkin.green.to, -ownRed)) *
    (1 - smoothstep(darkSkin.light.from, darkSkin.light.to, light / skin[0]))
  const share = Math.max(seen, inDarkSkin)
  const strong = Math.max(1, Math.hypot(own[1], own[2]) / Math.hypot(BROWN.a, BROWN.b))
  return between(own, [BROWN.light, BROWN.a * strong, BROWN.b * strong], share)
}

/** @param share of an iris's light in that of its white. @param chroma of the iris beside it */
function blueShare(
  [light, red, yellow]: OkLab,
  skin: OkLab,
  share: number,
  chroma: number,
): number {
  return (
    below(BLUE.red, red) *
    below(BLUE.yellow, yellow) *
    below(BLUE.sure, chroma) *
    (1 - below(BLUE.skin, light / skin[0])) *
    (1 - below(BLUE.dark, skin[0])) *
    (1 - below(BLUE.white, share))
  )
}

/** The colours of an iris, of the white about it, and of the iris against that: light colours both. */
interface SeenIris {
  readonly iris: OkLab
  readonly white: OkLab
  readonly beside: OkLab
}

function irisSeen(picture: Raster, { upper, lower, iris }: Lids): SeenIris {
  const opening = [...upper, ...lower.toReversed()]
  const white = meanOf(coloursWithin(picture, opening), 0.8, 0.97)
  const ys = opening.map(({ y }) => y)
  const inside = ellipse(iris.centre, iris.radiusPx * 0.85, iris.radiusPx * 0.85, 0).filter(
    ({ y }) => y > Math.min(...ys) && y < Math.max(...ys),
  )
  const seen = coloursWithin(picture, inside.length > 8 ? inside : opening)
  const own = meanOf(seen, 0.35, 0.8)
  const share = own[0] / Math.max(0.1, white[0])
  const beside: OkLab = [own[0], own[1] - white[1] * share, own[2] - white[2] * share]
  return { iris: own, white, beside }
}
