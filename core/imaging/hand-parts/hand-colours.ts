import type { Kernels } from '../../kernels/kernels.ts'
import type { ColourPlanes } from '../../kernels/picture-parts.ts'
import { colourDistance } from '../../pixels/colour-distance.ts'
import { smoothstep } from '../../pixels/pixels.ts'
import { median } from '../../pixels/ranked.ts'
import type { FloatPlane } from '../../pixels/raster.ts'
import type { HandGrid } from './hand-grid.ts'

/** What hands are seen in. */
export interface SeenAboutHands {
  readonly fine: ColourPlanes
  readonly skin: FloatPlane
  readonly person: FloatPlane
}

/** From which share on a place is skin. */
const SKIN = 0.4
/**
 * A hand's skin against its own middle colour: red and yellow may be so far off, OKLab, its light such a share of it, or as
 * many times it.
 */
const LIKE = { colour: 0.044, dark: 0.42, light: 2.2, from: 0.75, to: 1.25 }
/** In so many times its light skin has the colour of that, which may be so much farther off. */
const LIT = { from: 1.15, to: 1.4, wider: 0.4 }
/** A line is darker than what lies on both of its sides, so many squares away, by so much, OKLab; whatever lines a look draws. */
const LINE = { aside: 2, from: 0.012, to: 0.05 }
/** How far about a line, squares, an edge between two fingers is sure, and from how much of one on. */
const EDGE = { reach: 1.6, from: 0.03, to: 0.13 }

/** The colours of a hand and of what lies about it, by the squares of its grid. */
export class HandColours {
  /** How much of its bones is skin, 0..1. */
  readonly skinShare: number
  readonly #colours: Readonly<Record<'lightness' | 'a' | 'b', Float32Array>>
  readonly #lines: Float32Array<ArrayBuffer>
  readonly #skin: Float32Array
  readonly #edges: Float32Array
  readonly #width: number

  /** @param isOnBones whether a square lies well within the flesh of fingers and palm */
  constructor(
    kernels: Pick<Kernels, 'gaussian'>,
    { fine, skin }: SeenAboutHands,
    { width, height, xAt, yAt }: HandGrid,
    isOnBones: (at: number) => boolean,
  ) {
    const count = width * height
    const places = Uint32Array.from({ length: count }, (_, at) => yAt(at) * skin.widthPx + xAt(at))
    const taken = (plane: Float32Array) =>
      Float32Array.from(places, (place) => plane[place] as number)
    this.#width = width
    this.#colours = { lightness: taken(fine.lightness), a: taken(fine.a), b: taken(fine.b) }
    this.#lines = Float32Array.from(places, (_, at) => this.#valleyAt(at))
    const about = { widthPx: width, heightPx: height, values: this.#lines }
    this.#edges = kernels.gaussian(about, EDGE.reach).values
    const skins = taken(skin.values)
    const onBones: number[] = []
    for (let at = 0; at < count; at++) if (isOnBones(at)) onBones.push(at)
    const own = onBones.filter((at) => (skins[at] as number) > SKIN)
    this.skinShare = onBones.length === 0 ? 0 : own.length / onBones.length
    const [light, red, yellow] = (['lightness', 'a', 'b'] as const).map((plane) =>
      median(own.map((at) => this.#colours[plane][at] as number)),
    )
    this.#skin = Float32Array.from(places, (_, at) =>
      this.#likeness(at, light ?? 1, red ?? 0, yellow ?? 0),
    )
  }

  #likeness(at: number, light: number, red: number, yellow: number): number {
    const { lightness, a, b } = this.#colours
    const share = (lightness[at] as number) / Math.max(0.05, light)
    // In less light skin keeps more of its colour than of its light.
    const by = Math.sqrt(Math.min(1.2, share))
    const [ownRed, ownYellow] = [a[at] as number, b[at] as number]
    const isWarm = ownRed > -0.01 && ownYellow > 0 ? 1 : 0
    const wider = 1 + LIT.wider * isWarm * smoothstep(LIT.from, LIT.to, share)
    const off = Math.hypot(ownRed - red * by, ownYellow - yellow * by) / wider
    const dark = Math.max(0, LIKE.dark - share) / LIKE.dark
    const lit = Math.max(0, share - LIKE.light)
    return 1 - smoothstep(LIKE.from, LIKE.to, off / LIKE.colour + 3 * dark + 5 * lit)
  }

  /** How far the colours of two squares lie apart, OKLab. */
  apart(one: number, other: number): number {
    return colourDistance(this.#colours, one, other)
  }

  /** How much of a line a square is, 0..1. */
  lineAt(at: number): number {
    return this.#lines[at] as number
  }

  // Asked for every square: loops without garbage.
  #valleyAt(at: number): number {
    const { lightness } = this.#colours
    const width = this.#width
    const own = lightness[at] as number
    let deepest = 0
    for (let k = 0; k < 4; k++) {
      const step = LINE.aside * (k === 0 ? 1 : width + k - 2)
      const one = lightness[at - step]
      const other = lightness[at + step]
      if (one === undefined || other === undefined) continue
      deepest = Math.max(deepest, Math.min(one, other) - own)
    }
    return smoothstep(LINE.from, LINE.to, deepest)
  }

  /** How surely the photo has a line about a square, as it has between fingers, 0..1. */
  edgeAbout(at: number): number {
    return smoothstep(EDGE.from, EDGE.to, this.#edges[at] as number)
  }

  /** How much a square has the colour of the hand's skin, 0..1. */
  skinAt(at: number): number {
    return this.#skin[at] as number
  }

  /** The most of that within two squares of one. */
  skinAbout(at: number): number {
    const width = this.#width
    const places = [0, -2, 2, -2 * width, 2 * width]
    return Math.max(...places.map((by) => this.#skin[at + by] ?? 0))
  }
}
