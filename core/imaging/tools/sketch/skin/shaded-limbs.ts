import { piecesOf } from '../../../../pixels/pieces.ts'
import { median } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { yellower } from './skin-like.ts'
import { type FoundSkin, LIMB, SMALLEST_LIMB } from './skin-places.ts'

/** Its colour is measured in so many of its pixels. */
const MEASURED = 1000
/** How far hues may lie off a limb's own, as ratios of OKLab: across its hue, and less strong. */
const ACROSS = 0.04
const WEAKER = 0.04
/** How much stronger they may be, and the more the darker they are: what light a shade has comes from skin itself. */
const STRONGER = 0.03
const IN_SHADE = 0.25
/** Lightness against the limb's own. */
const LIGHTNESS = { least: 0.4, most: 1.35 }
const PERSON = 0.5
/** Limbs begin so far from a face, in its widths; what lies further off than all that is surely a limb is a shoe. */
const NEAREST = 3
const FURTHER = 0.1
/** A limb that would grow by more than this of its size was a scrap, and what is about it is cloth. */
const GROWN_MOST = 2.2

const YELLOW_MOST = 0.5

/** What limbs are looked for in. */
interface SeenLimbs {
  readonly lab: LabPlanes
  /** How much people are of each pixel. */
  readonly person: FloatPlane
  /** How far a pixel is from the face that is nearest, in its widths. */
  readonly away: (x: number, y: number) => number
  /** The hue of that face, as ratios of OKLab. */
  readonly hue: (x: number, y: number) => readonly [red: number, yellow: number]
  /** What was told to be cloth, 1 there. */
  readonly cloth: readonly FloatPlane[]
}

/** The colour of a limb: its hue as a direction, how strong that is, and its lightness. */
interface LimbColour {
  readonly red: number
  readonly yellow: number
  readonly strength: number
  readonly light: number
}

/**
 * Lets limbs go on in their own colour, in place: a calf in the shade is as little of its face's hue as cloth is,
 * and as much as anything of the knee's above it.
 * @param limbs how much of each place is a limb far from its face
 */
export function growLimbs(
  limbs: FloatPlane,
  { share, bare }: Pick<FoundSkin, 'share' | 'bare'>,
  seen: SeenLimbs,
): void {
  const { widthPx, values } = limbs
  const pieces = piecesOf(limbs, LIMB).filter(
    ({ pixels }) => pixels.length >= SMALLEST_LIMB * values.length,
  )
  if (pieces.length === 0) return
  const placeOf = (at: number) => [at % widthPx, Math.floor(at / widthPx)] as const
  const away = (at: number) => seen.away(...placeOf(at))
  const furthest = Math.max(...pieces.map(({ pixels }) => Math.max(...some(pixels).map(away))))
  const marks = new Uint8Array(values.length)
  for (const cloth of seen.cloth) setMarks(marks, cloth.values)
  for (const { pixels } of pieces) {
    const colour = colourOf(seen.lab, pixels)
    if (isCloth(colour, seen.hue(...placeOf(pixels[0] as number)))) continue
    const isLimb = colourTest(seen, colour)
    const mayBe = (at: number) => {
      if (!isLimb(at)) return false
      const far = away(at)
      return far > NEAREST && far < furthest + FURTHER
    }
    const grown = grownFrom(pixels, marks, widthPx, mayBe)
    const own = median(some(pixels).map((at) => values[at] as number))
    for (const at of grown) {
      for (const plane of [limbs.values, share.values, bare.values])
        plane[at] = Math.max(plane[at] as number, own)
    }
  }
}

function setMarks(marks: Uint8Array, cloth: Float32Array): void {
  for (let at = 0; at < marks.length; at++) if (cloth[at] === 1) marks[at] = 1
}

/** Some of a piece's pixels, evenly spread. */
export function some(pixels: Int32Array): number[] {
  const step = Math.max(1, Math.floor(pixels.length / MEASURED))
  return Array.from({ length: Math.ceil(pixels.length / step) }, (_, k) => pixels[k * step] ?? 0)
}

function colourOf({ light, a, b }: LabPlanes, pixels: Int32Array): LimbColour {
  const measured = some(pixels)
  const of = (plane: Float32Array) =>
    median(measured.map((at) => (plane[at] as number) / Math.max(0.08, light[at] as number)))
  const [red, yellow] = [of(a), of(b)]
  const strength = Math.max(1e-3, Math.hypot(red, yellow))
  return {
    red: red / strength,
    yellow: yellow / strength,
    strength,
    light: median(measured.map((at) => light[at] as number)),
  }
}

/** Whether what was taken for skin is straw or khaki: much yellower than the face. */
const isCloth = ({ red, yellow, strength }: LimbColour, face: readonly [number, number]) =>
  yellower(red * strength, yellow * strength, face) > YELLOW_MOST

/** Tells whether a pixel has a limb's colour, in the light or in a shade. */
function colourTest(
  { lab: { light, a, b }, person }: SeenLimbs,
  { red, yellow, strength, light: own }: LimbColour,
): (at: number) => boolean {
  return (at) => {
    if ((person.values[at] as number) <= PERSON) return false
    const lightness = light[at] as number
    const ratio = lightness / own
    if (ratio < LIGHTNESS.least || ratio > LIGHTNESS.most) return false
    const [u, v] = [
      (a[at] as number) / Math.max(0.08, lightness),
      (b[at] as number) / Math.max(0.08, lightness),
    ]
    const stronger = u * red + v * yellow - strength
    const across = Math.abs(v * red - u * yellow)
    const most = STRONGER + IN_SHADE * Math.max(0, 1 - ratio)
    return across < ACROSS && stronger > -WEAKER && stronger < most
  }
}

/** What a piece grows by; nothing where that is too much. @param marks 1 where it was taken already */
function grownFrom(
  pixels: Int32Array,
  marks: Uint8Array,
  widthPx: number,
  mayBe: (at: number) => boolean,
): number[] {
  const most = GROWN_MOST * pixels.length
  for (const at of pixels) marks[at] = 1
  const grown: number[] = []
  const ask = (at: number) => {
    if (at < 0 || at >= marks.length || marks[at] !== 0 || !mayBe(at)) return
    marks[at] = 1
    grown.push(at)
  }
  const spread = (at: number) => {
    const x = at % widthPx
    if (x > 0) ask(at - 1)
    if (x < widthPx - 1) ask(at + 1)
    ask(at - widthPx)
    ask(at + widthPx)
  }
  pixels.forEach(spread)
  for (let next = 0; next < grown.length && grown.length <= most; next++)
    spread(grown[next] as number)
  if (grown.length <= most) return grown
  for (const at of grown) marks[at] = 0
  return []
}
