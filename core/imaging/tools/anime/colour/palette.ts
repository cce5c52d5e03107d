import { smoothstep } from '../../../../pixels/pixels.ts'
import type { AnimeLook } from '../looks.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { Clouds } from './clouds.ts'
import { STRONG } from './hue-shares.ts'
import { type Levels, levelsOf, paintedOf, papered, papersOf, toned } from './levels.ts'
import { DARK_CLOTH, RowColours } from './row-colours.ts'

/** Clouds that water leaves in a wash, colour that the paper takes. */
const WASH = { cloud: 0.032, paler: 0.15 }
/**
 * In a wash pigments part: it is warmer here and cooler there, by so much of OKLab and so many radians of its hue, of
 * which a strong colour turns so much less.
 */
const PARTED = { a: 0.004, b: 0.014, turn: 0.12, strong: 0.6, from: 37 }
/** A second wash lies over the first where that noise is above this, so much darker, with a hard edge. */
const GLAZE = { from: 0.08, to: 0.1, darker: 0.016 }
/** Clothes have so much less of its clouds: there one may be taken for a stain. */
const CLOUDED_PEOPLE = 0.5

/** What is known of a picture whose paint is graded. */
interface Graded {
  /**
   * Mean lightness of the faces' skin, OKLab: in a picture that grows much lighter than they do they would look dark;
   * null without faces.
   */
  readonly skinLight?: number | null
  /** How much it is a night that was lit, 0..1. */
  readonly night?: number
  /** Lightness that tells how light lies in the picture: of what is painted in few colours it would tell little. */
  readonly seen?: Float32Array
  /** Where it begins in the noise of washes, in clouds. */
  readonly washPlace?: number
}

/**
 * Brings a picture's paint into the bright, clear colours of an animated film, in place.
 * @param people where people are, 0..1: their skin keeps its tone
 */
export function grade(
  paint: OkLabPicture,
  palette: AnimeLook['palette'],
  people: Float32Array,
  { skinLight = null, night = 0, seen = paint.lightness, washPlace = 0 }: Graded = {},
): void {
  const unitPx = unitPxOf(paint)
  const levels = levelsOf(seen)
  const lift =
    skinLight === null ? liftAlone(levels, palette) : liftBeside(skinLight, levels, palette)
  const mixed = new RowColours(paint.widthPx, levels, palette, night, skinLight !== null)
  const cloudsFrom = (place: number) =>
    palette.wash === 0 ? null : new Clouds(unitPx, paint.widthPx, place)
  const [clouds, pigments] = [cloudsFrom(washPlace), cloudsFrom(washPlace + PARTED.from)]
  for (let y = 0; y < paint.heightPx; y++) {
    clouds?.startRow(y)
    pigments?.startRow(y)
    const noise = clouds && pigments && { clouds: clouds.row, pigments: pigments.row }
    mixed.mix(paint, y)
    gradeRow(paint, y, people, mixed, palette, noise, lift, night)
  }
}

/** Noise of a wash along a row: of the water, and of where its pigments part. */
interface WashNoise {
  readonly clouds: Float64Array
  readonly pigments: Float64Array
}

/** A row at a time: what is called often is soon compiled well. */
function gradeRow(
  { lightness, a, b, widthPx }: OkLabPicture,
  y: number,
  people: Float32Array,
  mixed: RowColours,
  palette: AnimeLook['palette'],
  noise: WashNoise | null,
  lift: number,
  night: number,
): void {
  const { of, skins, faints, strongs, darks, shadesA, shadesB, shadesWorn, turns } = mixed
  const { wet: wets, glazed, opened, painted, papers, dusks, dusksBehind } = mixed
  for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
    const k = of[x] as number
    const own = lightness[at] as number
    const red = a[at] as number
    const yellow = b[at] as number
    const share = people[at] as number
    const strong = strongs[k] as number
    const skin = (skins[k] as number) * share
    const gain = 1 + palette.vivid * (faints[k] as number) * (1 - skin)
    // Skin keeps its tone: neither the tint of shadows nor the lift of blacks is for it.
    const wash = palette.wash * (1 - skin)
    const wet = wash * (wets[k] as number) * (1 - CLOUDED_PEOPLE * share)
    const parted = wet === 0 || noise === null ? 0 : (noise.pigments[x] as number)
    const shown = (glazed[k] as number) * (1 - share)
    const glaze = shown === 0 ? 0 : GLAZE.darker * shown * smoothstep(GLAZE.from, GLAZE.to, parted)
    const clouded = noise === null ? 0 : (noise.clouds[x] as number)
    const cloud = wet === 0 ? 0 : wet * (WASH.cloud * clouded - glaze)
    const warm = wet * parted
    const paper = papered(painted[k] as number, wash, papers[k] as number)
    const opens = 1 - STRONG.kept * strong
    const keptDark = 1 - DARK_CLOTH.kept * (darks[k] as number) * share
    const lighter = (paper - own) * (paper > own ? opens * keptDark : 1)
    lightness[at] = own + lighter * (1 - skin) * lift + cloud
    const clear =
      gain *
      (1 + ((opened[k] as number) - 1) * lift * (1 - skin)) *
      (1 - WASH.paler * wash * (1 - strong))
    const turn =
      (turns[k] as number) * (1 - skin) + PARTED.turn * warm * (1 - PARTED.strong * strong)
    const shaded = (1 - skin) * (1 + ((shadesWorn[k] as number) - 1) * share)
    a[at] = (red - yellow * turn) * clear + (shadesA[k] as number) * shaded + PARTED.a * warm
    b[at] = (yellow + red * turn) * clear + (shadesB[k] as number) * shaded + PARTED.b * warm
    if (night > 0) {
      const free = 1 - share
      const dusk = Math.max((dusks[k] as number) * (1 - skin), (dusksBehind[k] as number) * free)
      a[at] = (a[at] as number) + (palette.night.a - (a[at] as number)) * dusk
      b[at] = (b[at] as number) + (palette.night.b - (b[at] as number)) * dusk
    }
  }
}

/** How much lighter paint as light as skin may become that is dim, and that is in good light. */
const BESIDE_SKIN = { dim: { light: 0.5, by: 0.06 }, lit: { light: 0.78, by: 0.14 } }

/** How much of the lift remains beside skin that would be lifted so. */
function liftBeside(skin: number, levels: Levels, palette: AnimeLook['palette']): number {
  const { dim, lit } = BESIDE_SKIN
  const most = dim.by + (lit.by - dim.by) * smoothstep(dim.light, lit.light, skin)
  return shareLifting(skin, most, levels, palette)
}

/** How much lighter the middle of a picture without faces becomes: a grey cat is not to be white. */
const ALONE = 0.12

/** How much of the lift remains where no face tells how much is too much. */
const liftAlone = (levels: Levels, palette: AnimeLook['palette']): number =>
  shareLifting(levels.middle, ALONE, levels, palette)

/** The share of the lift that makes paint of a lightness lighter by `most` at most. */
function shareLifting(
  light: number,
  most: number,
  levels: Levels,
  palette: AnimeLook['palette'],
): number {
  const painted = paintedOf(toned(light, levels, palette), levels, palette)
  const lifted = papered(painted, palette.wash, papersOf(painted))
  return Math.min(1, most / Math.max(1e-3, lifted - light))
}
