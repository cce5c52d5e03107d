import { smoothstep } from '../../../../pixels/pixels.ts'
import { skinShare } from '../../../../pixels/skin-colour.ts'
import type { AnimeLook } from '../looks.ts'
import type { OkLabPicture } from '../study.ts'
import { gainOf } from './colour-gain.ts'
import {
  chromaOf,
  DUSK,
  DUSK_BEHIND,
  duskOf,
  emberShare,
  oliveShare,
  strongShare,
  warmShare,
} from './hue-shares.ts'
import { type Levels, paintedOf, papered, papersOf, toned } from './levels.ts'
import { MetColours } from './met-colours.ts'

/**
 * What people wear and is darker than this is opened so much less: a black suit is to be no grey one. It ends slowly, or
 * charcoal in the light would lie far from charcoal in the shade.
 */
export const DARK_CLOTH = { from: 0.3, to: 0.65, kept: 0.6 }
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
/** What is as light as this is paper, on which a second wash would be a stain, and so it nearly is on greys. */
const PAPER = { from: 0.84, to: 0.95, grey: { from: 0.01, to: 0.05, least: 0.4 } }
/** Dark paint has no clouds of water: there they would be stains. Strong colours have so much less of them. */
const CLOUDED = { from: 0.3, to: 0.65, strong: 0.5 }

/** The dark that is opened gains colour with its light, or it would be grey: by so much at most, up to this light. */
const OPENED = { most: 1.6, light: { from: 0.3, to: 0.5 } }

function openedBy(own: number, painted: number): number {
  if (painted <= own) return 1
  const gained = Math.min(OPENED.most, Math.sqrt(painted / Math.max(0.05, own)))
  return 1 + (gained - 1) * (1 - smoothstep(OPENED.light.from, OPENED.light.to, own))
}

/** Skin in warm light is stronger than any skin by day; so is fair hair, which may stay, too. */
const WARM_SKIN = 0.85

/** So many colours are remembered from row to row: a slow change of colour would have more than there is room for. */
const MET_MOST = 4096

/**
 * What of the grade of colours does not depend on their place, in columns, step by step for those that a row has and no
 * row before: numbers in an object, and those handed over to what is too long to be inlined, are garbage.
 */
export class RowColours {
  /** The colour of each pixel of the row, by its number: paint is flat, and most have one that was met before. */
  readonly of: Uint32Array
  readonly skins: Float64Array
  readonly faints: Float64Array
  readonly strongs: Float64Array
  /** How dark it is, 0..1, where it is worn. */
  readonly darks: Float64Array
  /** What shade adds to its colour. */
  readonly shadesA: Float64Array
  readonly shadesB: Float64Array
  /** How much of that is left on what people wear. */
  readonly shadesWorn: Float64Array
  /** How far its hue is turned towards green, radians, below 0 towards red. */
  readonly turns: Float64Array
  /** How much of the clouds of water is seen on it. */
  readonly wet: Float64Array
  /** How much of a second wash is seen on it, 0..1. */
  readonly glazed: Float64Array
  /** What its colour is multiplied by, as it is lighter than it was. */
  readonly opened: Float64Array
  /** How much it is the dark of a night, without a colour of its own. */
  readonly dusks: Float64Array
  /** The same where nobody is: lamps leave a glow of their own on all that is dark. */
  readonly dusksBehind: Float64Array
  readonly painted: Float64Array
  /** How much of the paper shows through it in a wash. */
  readonly papers: Float64Array
  readonly #owns: Float64Array
  readonly #reds: Float64Array
  readonly #yellows: Float64Array
  readonly #chromas: Float64Array
  readonly #lit: Float64Array
  /** Colours that were met, by their bits, and how many; those from `#first` on in this row alone. */
  readonly #met: MetColours
  #first = 0
  #count = 0
  readonly #levels: Levels
  readonly #palette: AnimeLook['palette']
  readonly #night: number
  readonly #behind: typeof DUSK

  /** @param hasPeople whether there are people before what is dark: else its browns and reds are the picture's own */
  constructor(
    widthPx: number,
    levels: Levels,
    palette: AnimeLook['palette'],
    night: number,
    hasPeople: boolean,
  ) {
    const column = () => new Float64Array(MET_MOST + widthPx)
    this.#met = new MetColours(MET_MOST + widthPx)
    this.of = new Uint32Array(widthPx)
    this.skins = column()
    this.faints = column()
    this.strongs = column()
    this.darks = column()
    this.shadesA = column()
    this.shadesB = column()
    this.shadesWorn = column()
    this.turns = column()
    this.wet = column()
    this.glazed = column()
    this.opened = column()
    this.dusks = column()
    this.dusksBehind = column()
    this.painted = column()
    this.papers = column()
    this.#owns = column()
    this.#reds = column()
    this.#yellows = column()
    this.#chromas = column()
    this.#lit = column()
    this.#behind = hasPeople ? DUSK_BEHIND : DUSK
    this.#levels = levels
    this.#palette = palette
    this.#night = night
  }

  /** Of the colours of a row. */
  mix(paint: OkLabPicture, y: number): void {
    this.#gather(paint, y)
    this.#tone()
    this.#findSkin()
    this.#findStrength()
    this.#shade()
    this.#turn()
    if (this.#night > 0) this.#darken()
    this.#water()
  }

  #gather({ lightness, a, b, widthPx }: OkLabPicture, y: number): void {
    if (this.#met.count > MET_MOST) this.#met.forget()
    this.#first = this.#met.count
    let last = -1
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      if (last < 0 || !this.#isSame(lightness, a, b, at, last)) {
        last = this.#met.numberOf(lightness, a, b, at)
        this.#owns[last] = lightness[at] as number
        this.#reds[last] = a[at] as number
        this.#yellows[last] = b[at] as number
      }
      this.of[x] = last
    }
    this.#count = this.#met.count
  }

  #isSame(
    lightness: Float32Array,
    a: Float32Array,
    b: Float32Array,
    at: number,
    last: number,
  ): boolean {
    return (
      lightness[at] === this.#owns[last] &&
      a[at] === this.#reds[last] &&
      b[at] === this.#yellows[last]
    )
  }

  #tone(): void {
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const lit = toned(own, this.#levels, this.#palette)
      this.#lit[k] = lit
      this.#chromas[k] = chromaOf(this.#reds[k] as number, this.#yellows[k] as number)
      this.darks[k] = 1 - smoothstep(DARK_CLOTH.from, DARK_CLOTH.to, own)
      this.painted[k] = paintedOf(lit, this.#levels, this.#palette)
    }
  }

  #findSkin(): void {
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const red = this.#reds[k] as number
      const yellow = this.#yellows[k] as number
      const warm = WARM_SKIN * warmShare(own, red, yellow)
      this.skins[k] = Math.max(skinShare(own, red, yellow), warm)
    }
  }

  #findStrength(): void {
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const red = this.#reds[k] as number
      const chroma = this.#chromas[k] as number
      this.strongs[k] = strongShare(own, red, chroma)
      this.faints[k] = gainOf(own, red, this.#yellows[k] as number, chroma, this.#palette)
    }
  }

  #shade(): void {
    const { tint, shade } = this.#palette
    const { from, to, worn } = DARK_SHADE
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const lit = this.#lit[k] as number
      const dark = (1 - smoothstep(0, 0.55, lit)) * tint
      const earthy =
        1 + EARTHY.more * smoothstep(EARTHY.from, EARTHY.to, this.#yellows[k] as number)
      const seen =
        (this.#chromas[k] as number) * earthy * Math.max(1, GREY.light / Math.max(GREY.least, own))
      const grey = 1 - smoothstep(GREY.from, GREY.to, seen)
      const kept = 1 - (1 - shade.inDark) * grey * (1 - smoothstep(from, to, own))
      const tinged = grey * (1 - smoothstep(SHADE.from, SHADE.to, lit))
      this.shadesA[k] = (0.005 * dark + shade.a * tinged) * kept
      this.shadesB[k] = (-0.022 * dark + shade.b * tinged) * kept
      const keptWorn = 1 - (1 - shade.inDark) * grey * (1 - smoothstep(from, worn, own))
      this.shadesWorn[k] = kept === 0 ? 1 : keptWorn / kept
    }
  }

  #turn(): void {
    const { olive, embers } = this.#palette
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const red = this.#reds[k] as number
      const yellow = this.#yellows[k] as number
      const chroma = this.#chromas[k] as number
      const green = olive === 0 ? 0 : olive * oliveShare(own, red, yellow, chroma)
      this.turns[k] = embers > 0 ? green - embers * emberShare(own, red, yellow, chroma) : green
    }
  }

  #darken(): void {
    for (let k = this.#first; k < this.#count; k++) {
      const own = this.#owns[k] as number
      const red = this.#reds[k] as number
      const chroma = this.#chromas[k] as number
      this.dusks[k] = this.#night * duskOf(own, red, chroma, DUSK)
      this.dusksBehind[k] = this.#night * duskOf(own, red, chroma, this.#behind)
    }
  }

  #water(): void {
    const { grey: colour } = PAPER
    const { wash } = this.#palette
    for (let k = this.#first; k < this.#count; k++) {
      const painted = this.painted[k] as number
      const strength = smoothstep(colour.from, colour.to, this.#chromas[k] as number)
      const coloured = colour.least + (1 - colour.least) * strength
      this.glazed[k] = coloured * (1 - smoothstep(PAPER.from, PAPER.to, painted))
      const papers = papersOf(painted)
      this.papers[k] = papers
      this.opened[k] = openedBy(this.#owns[k] as number, papered(painted, wash, papers))
      const wet = smoothstep(CLOUDED.from, CLOUDED.to, painted)
      this.wet[k] = (1 - CLOUDED.strong * (this.strongs[k] as number)) * wet
    }
  }
}
