import { smoothstep } from '../../../pixels/pixels.ts'
import { skinShare } from '../../../pixels/skin-colour.ts'
import { Clouds } from './clouds.ts'
import { gainOf } from './colour-gain.ts'
import {
  chromaOf,
  DUSK,
  DUSK_BEHIND,
  duskOf,
  emberShare,
  oliveShare,
  STRONG,
  strongShare,
  warmShare,
} from './hue-shares.ts'
import type { AnimeLook } from './looks.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** How the picture's own light lies in what a print can show. */
interface Levels {
  readonly black: number
  readonly white: number
  readonly power: number
  /** How far the dark half may be lifted, 0..1. */
  readonly opened: number
  /** Lightness that half of the picture has, OKLab. */
  readonly middle: number
}

/**
 * What people wear and is darker than this is opened so much less: a black suit is to be no grey one. It ends slowly, or
 * charcoal in the light would lie far from charcoal in the shade.
 */
const DARK_CLOTH = { from: 0.3, to: 0.65, kept: 0.6 }
const BINS = 512
/** Where the middle of a well lit frame lies. */
const MEDIAN_WANTED = 0.6
const WHITE_MIN = 0.78
/**
 * Colour up to which a shade takes the look's own: what is stronger keeps its own, in the dark by its colour against
 * its light.
 */
const GREY = { from: 0.012, to: 0.045, light: 0.6, least: 0.24 }
/** Olive and brown are seen as colours though they are faint, by how yellow they are: violet would make them grey. */
const EARTHY = { from: 0.006, to: 0.016, more: 0.9 }
/** Light up to which shade is tinged whole, and from which on nothing is. */
const SHADE = { from: 0.35, to: 0.97 }
/**
 * Light up to which the dark takes the look's share of its shade, and what is worn: black cloth and black skin are no
 * violet, charcoal cloth is hardly.
 */
const DARK_SHADE = { from: 0.24, to: 0.42, worn: 0.6 }
/** Paper that shines through, clouds that water leaves in it, colour that it takes. */
const WASH = { paper: 0.26, cloud: 0.032, paler: 0.15 }
/**
 * In a wash pigments part: it is warmer here and cooler there, by so much of OKLab and so many radians of its hue, of
 * which a strong colour turns so much less.
 */
const PARTED = { a: 0.004, b: 0.014, turn: 0.12, strong: 0.6, from: 37 }
/** A second wash lies over the first where that noise is above this, so much darker, with a hard edge. */
const GLAZE = { from: 0.08, to: 0.1, darker: 0.016 }
/** What is as light as this is paper, on which a second wash would be a stain, and so it nearly is on greys. */
const PAPER = { from: 0.84, to: 0.95, grey: { from: 0.01, to: 0.05, least: 0.4 } }
/**
 * Dark paint has no clouds: there they would be stains. Strong colours have so much less of them, and
 * so have clothes, on which a cloud may be taken for a stain.
 */
const CLOUDED = { from: 0.3, to: 0.65, strong: 0.5, people: 0.5 }

/**
 * Brings a picture's paint into the bright, clear colours of an animated film, in place.
 * @param people where people are, 0..1: their skin keeps its tone
 * @param skinLight mean lightness of the faces' skin, OKLab: in a picture that grows much lighter
 * than they do they would look dark; null without faces
 * @param night how much it is a night that was lit, 0..1
 * @param seen lightness that tells how light lies in the picture: of what is painted in few colours it would
 * tell little
 */
export function grade(
  paint: OkLabPicture,
  palette: AnimeLook['palette'],
  people: Float32Array,
  skinLight: number | null = null,
  night = 0,
  seen: Float32Array = paint.lightness,
): void {
  const unitPx = unitPxOf(paint)
  const levels = levelsOf(seen)
  const lift =
    skinLight === null ? liftAlone(levels, palette) : liftBeside(skinLight, levels, palette)
  const mixed = new Mixed(levels, palette, night, skinLight !== null)
  const clouds = palette.wash === 0 ? null : new Clouds(unitPx, paint.widthPx)
  const pigments = palette.wash === 0 ? null : new Clouds(unitPx, paint.widthPx, PARTED.from)
  for (let y = 0; y < paint.heightPx; y++) {
    clouds?.startRow(y)
    pigments?.startRow(y)
    const noise = clouds && pigments && { clouds: clouds.row, pigments: pigments.row }
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
  mixed: Mixed,
  palette: AnimeLook['palette'],
  noise: WashNoise | null,
  lift: number,
  night: number,
): void {
  for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
    const own = lightness[at] as number
    const red = a[at] as number
    const yellow = b[at] as number
    // Paint is flat: most pixels have the colour of the one before.
    if (own !== mixed.own || red !== mixed.red || yellow !== mixed.yellow) {
      mixed.own = own
      mixed.red = red
      mixed.yellow = yellow
      mixed.mix()
    }
    const skin = mixed.skin * (people[at] as number)
    const gain = 1 + palette.vivid * mixed.faint * (1 - skin)
    // Skin keeps its tone: neither the tint of shadows nor the lift of blacks is for it.
    const wash = palette.wash * (1 - skin)
    const wet = wash * mixed.clouded * (1 - CLOUDED.people * (people[at] as number))
    const parted = wet === 0 || noise === null ? 0 : (noise.pigments[x] as number)
    const shown = mixed.glazed * (1 - (people[at] as number))
    const glaze = shown === 0 ? 0 : GLAZE.darker * shown * smoothstep(GLAZE.from, GLAZE.to, parted)
    const clouded = noise === null ? 0 : (noise.clouds[x] as number)
    const cloud = wet === 0 ? 0 : wet * (WASH.cloud * clouded - glaze)
    const warm = wet * parted
    const paper = papered(mixed.painted, wash, mixed.papers)
    const opens = 1 - STRONG.kept * mixed.strong
    const keptDark = 1 - DARK_CLOTH.kept * mixed.dark * (people[at] as number)
    const lighter = (paper - own) * (paper > own ? opens * keptDark : 1)
    lightness[at] = own + lighter * (1 - skin) * lift + cloud
    const clear =
      gain *
      (1 + (mixed.opened - 1) * lift * (1 - skin)) *
      (1 - WASH.paler * wash * (1 - mixed.strong))
    const turn = mixed.turn * (1 - skin) + PARTED.turn * warm * (1 - PARTED.strong * mixed.strong)
    const shaded = (1 - skin) * (1 + (mixed.shadeWorn - 1) * (people[at] as number))
    a[at] = (red - yellow * turn) * clear + mixed.shadeA * shaded + PARTED.a * warm
    b[at] = (yellow + red * turn) * clear + mixed.shadeB * shaded + PARTED.b * warm
    if (night > 0) {
      const free = 1 - (people[at] as number)
      const dusk = Math.max(mixed.dusk * (1 - skin), mixed.duskBehind * free)
      a[at] = (a[at] as number) + (palette.night.a - (a[at] as number)) * dusk
      b[at] = (b[at] as number) + (palette.night.b - (b[at] as number)) * dusk
    }
  }
}

/**
 * What of a colour's grade does not depend on its place: written over, so that pixels make no garbage. Its steps are
 * methods that take nothing and give nothing: numbers that are handed over to what is too long to be inlined are garbage.
 */
class Mixed {
  own = Number.NaN
  red = Number.NaN
  yellow = Number.NaN
  skin = 0
  faint = 0
  strong = 0
  /** How dark it is, 0..1, where it is worn. */
  dark = 0
  /** What shade adds to its colour. */
  shadeA = 0
  shadeB = 0
  /** How much of that is left on what people wear. */
  shadeWorn = 1
  /** How far its hue is turned towards green, radians, below 0 towards red. */
  turn = 0
  /** How much of the clouds of water is seen on it. */
  clouded = 0
  /** How much of a second wash is seen on it, 0..1. */
  glazed = 0
  /** What its colour is multiplied by, as it is lighter than it was. */
  opened = 1
  /** How much it is the dark of a night, without a colour of its own. */
  dusk = 0
  /** The same where nobody is: lamps leave a glow of their own on all that is dark. */
  duskBehind = 0
  painted = 0
  /** How much of the paper shows through it in a wash. */
  papers = 0
  #chroma = 0
  #lit = 0
  readonly #levels: Levels
  readonly #palette: AnimeLook['palette']
  readonly #night: number
  readonly #behind: typeof DUSK

  /** @param hasPeople whether there are people before what is dark: else its browns and reds are the picture's own */
  constructor(levels: Levels, palette: AnimeLook['palette'], night: number, hasPeople: boolean) {
    this.#behind = hasPeople ? DUSK_BEHIND : DUSK
    this.#levels = levels
    this.#palette = palette
    this.#night = night
  }

  /** Of the colour that is set. */
  mix(): void {
    this.#chroma = chromaOf(this.red, this.yellow)
    this.#lit = toned(this.own, this.#levels, this.#palette)
    this.dark = 1 - smoothstep(DARK_CLOTH.from, DARK_CLOTH.to, this.own)
    this.#findSkin()
    this.#findStrength()
    this.#shade()
    this.#turn()
    if (this.#night > 0) {
      this.dusk = this.#night * duskOf(this.own, this.red, this.#chroma, DUSK)
      this.duskBehind = this.#night * duskOf(this.own, this.red, this.#chroma, this.#behind)
    }
    this.painted = paintedOf(this.#lit, this.#levels, this.#palette)
    this.#water()
  }

  #findSkin(): void {
    const { own, red, yellow } = this
    this.skin = Math.max(skinShare(own, red, yellow), WARM_SKIN * warmShare(own, red, yellow))
  }

  #findStrength(): void {
    this.strong = strongShare(this.own, this.red, this.#chroma)
    this.faint = gainOf(this.own, this.red, this.yellow, this.#chroma, this.#palette)
  }

  #shade(): void {
    const { own, yellow } = this
    const lit = this.#lit
    const { tint, shade } = this.#palette
    const dark = (1 - smoothstep(0, 0.55, lit)) * tint
    const earthy = 1 + EARTHY.more * smoothstep(EARTHY.from, EARTHY.to, yellow)
    const seen = this.#chroma * earthy * Math.max(1, GREY.light / Math.max(GREY.least, own))
    const grey = 1 - smoothstep(GREY.from, GREY.to, seen)
    const { from, to, worn } = DARK_SHADE
    const kept = 1 - (1 - shade.inDark) * grey * (1 - smoothstep(from, to, own))
    const tinged = grey * (1 - smoothstep(SHADE.from, SHADE.to, lit))
    this.shadeA = (0.005 * dark + shade.a * tinged) * kept
    this.shadeB = (-0.022 * dark + shade.b * tinged) * kept
    const keptWorn = 1 - (1 - shade.inDark) * grey * (1 - smoothstep(from, worn, own))
    this.shadeWorn = kept === 0 ? 1 : keptWorn / kept
  }

  #turn(): void {
    const { own, red, yellow } = this
    const { olive, embers } = this.#palette
    this.turn = olive === 0 ? 0 : olive * oliveShare(own, red, yellow, this.#chroma)
    if (embers > 0) this.turn -= embers * emberShare(own, red, yellow, this.#chroma)
  }

  #water(): void {
    const { painted } = this
    const { grey: colour } = PAPER
    const coloured =
      colour.least + (1 - colour.least) * smoothstep(colour.from, colour.to, this.#chroma)
    this.glazed = coloured * (1 - smoothstep(PAPER.from, PAPER.to, painted))
    this.papers = papersOf(painted)
    this.opened = openedBy(this.own, papered(painted, this.#palette.wash, this.papers))
    this.clouded =
      (1 - CLOUDED.strong * this.strong) * smoothstep(CLOUDED.from, CLOUDED.to, painted)
  }
}

const paintedOf = (lit: number, levels: Levels, palette: AnimeLook['palette']): number =>
  blackened(palette.darkest + (1 - palette.darkest) * lit, palette.blacks * levels.opened)

/** How much of the paper paint lets through. */
const papersOf = (painted: number): number => smoothstep(0.15, 0.6, painted)

/** Lightness of paint on its paper. @param wash how much of the paper shows @param papers of {@link papersOf} */
const papered = (painted: number, wash: number, papers: number): number =>
  1 - (1 - painted) * (1 - WASH.paper * wash * papers)

/** The dark that is opened gains colour with its light, or it would be grey: by so much at most, up to this light. */
const OPENED = { most: 1.6, light: { from: 0.3, to: 0.5 } }

function openedBy(own: number, painted: number): number {
  if (painted <= own) return 1
  const gained = Math.min(OPENED.most, Math.sqrt(painted / Math.max(0.05, own)))
  return 1 + (gained - 1) * (1 - smoothstep(OPENED.light.from, OPENED.light.to, own))
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

/** What is darker than this is a spot of black in a look that has them. */
const BLACK = { from: 0.28, to: 0.4, light: 0.15 }

const blackened = (light: number, share: number): number =>
  light > BLACK.to
    ? light
    : light + (BLACK.light - light) * share * (1 - smoothstep(BLACK.from, BLACK.to, light))

/** Skin in warm light is stronger than any skin by day; so is fair hair, which may stay, too. */
const WARM_SKIN = 0.85

function levelsOf(lightness: Float32Array): Levels {
  const counts = new Uint32Array(BINS)
  for (let at = 0; at < lightness.length; at++) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((lightness[at] as number) * BINS)))
    counts[bin] = (counts[bin] as number) + 1
  }
  const black = Math.min(0.25, percentile(counts, lightness.length, 0.01) * 0.8)
  // A dark photo is dark on purpose more often than not: its lights are not blown up to white.
  const white = Math.max(percentile(counts, lightness.length, 0.995), WHITE_MIN)
  const half = percentile(counts, lightness.length, 0.5)
  const middle = (half - black) / (white - black)
  const median = Math.min(0.85, Math.max(0.2, middle))
  const whole = Math.log(MEDIAN_WANTED) / Math.log(median)
  // A night stays a night: the darker the whole, the less of it is opened.
  const opened = smoothstep(0.1, 0.4, middle)
  const power = 1 + (Math.min(1.1, Math.max(0.65, whole)) - 1) * 0.6 * opened
  return { black, white, power, opened, middle: half }
}

function percentile(counts: Uint32Array, total: number, share: number): number {
  let left = total * share
  for (let bin = 0; bin < BINS; bin++) {
    left -= counts[bin] as number
    if (left <= 0) return (bin + 0.5) / BINS
  }
  return 1
}

/** What is darker than this is opened less and less. */
const KEPT_DARK = { from: 0.02, to: 0.32 }

function toned(lightness: number, levels: Levels, palette: AnimeLook['palette']): number {
  const { black, white, power, opened } = levels
  const own = Math.min(1, Math.max(0, (lightness - black) / (white - black)))
  // Black cloth stays black: only what is seen in the dark is opened.
  const open = smoothstep(KEPT_DARK.from, KEPT_DARK.to, own)
  const levelled = own ** (1 + (power - 1) * open)
  return levelled + palette.lift * opened * open * levelled * (1 - levelled) ** 2
}
