import { inParts } from '../../../../pixels/in-parts.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { meansWithin } from '../cells/means-within.ts'
import { TONES, toneAt } from '../cells/tones.ts'
import { LOOKED, tonesOfPlaces } from '../cells/tones-of-places.ts'
import type { ClothSeen } from '../cloth/cloth-seen.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type BodyTones, bodyTonesOf } from './body-tones.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'
import type { SkinOfBody } from './skin-of-body.ts'
import { LIKE, LIKE_OR_SKIN, MAYBE, NONE, ownersOf } from './skin-owners.ts'
import { swallowIslands } from './tone-islands.ts'
import { askedForWeave, wovenCells } from './woven-cells.ts'

/** How far the light of a body is smoothed before it is cut into tones: thousandths of the longer side, face widths. */
const SOFT = { least: 4, ofFace: 0.05 }
/** What lies between skin, seen over so many face widths, is skin, too, unless its colour is none. */
const GAPS = { reach: 0.05, joins: 0.5 }
/** Farther from its chin than this, skin may be another's face that nobody found, face widths. */
const BODY = { above: 0.1, below: 2.8, aside: 1.35 }
/** Beside a face lie its ears. */
const EARS = { above: 1.3, aside: 0.75 }
/** The smallest patch of skin, square thousandths, and of one tone within it, square face widths. */
const PATCH = 500
const ISLAND = 0.03

/** Skin of bodies, each in a tone and its shade. */
export interface BodySkin {
  /** Of each place the tone that it has, a number of `paints`; -1 where no body's skin is, {@link LIKE} where something like it is. */
  readonly toneAt: Int8Array<ArrayBuffer>
  /** Its lightness without its texture; anything where no body is. */
  readonly light: Float32Array<ArrayBuffer>
  /** Of each face its shade and its tone, as they are painted. */
  readonly paints: readonly OkLab[]
}

/**
 * Lightness of the paint, but that of bodies as it is without its texture: what fades in the photo has no edge, but
 * its two tones have one.
 */
export function withoutTones(
  painted: Float32Array<ArrayBuffer>,
  { toneAt, light }: Pick<BodySkin, 'toneAt' | 'light'>,
): Float32Array<ArrayBuffer> {
  const lightness = painted.slice()
  inParts(lightness.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (toneAt[at] !== NONE) lightness[at] = light[at] as number
    }
  })
  return lightness
}

/**
 * Things of cells, those of each body's skin one more: between its tone and its shade is no line.
 * @param things of each cell the thing of which it is a tone; 0 for none
 */
export function withBodies(
  things: Uint32Array,
  { of, total }: Pick<Cells, 'of' | 'total'>,
  { toneAt }: Pick<BodySkin, 'toneAt'>,
): Uint32Array {
  const first = things.reduce((most, thing) => Math.max(most, thing), 0) + 1
  const sizes = new Uint32Array(total)
  const toned = new Uint32Array(total)
  const owners = new Uint8Array(total)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = of[at] as number
      const tone = toneAt[at] as number
      sizes[cell] = (sizes[cell] as number) + 1
      if (tone < 0) continue
      toned[cell] = (toned[cell] as number) + 1
      owners[cell] = tone >> 1
    }
  })
  return Uint32Array.from({ length: total }, (_, cell) => {
    const isBody = 2 * (toned[cell] as number) > (sizes[cell] as number)
    return isBody ? first + (owners[cell] as number) : (things[cell] ?? 0)
  })
}

interface PlacesAboutFaces {
  /** Whether a place lies beside one of the faces, as {@link isBesideFaces} tells. */
  readonly isBeside: (at: number) => boolean
  /** 1 where hair is painted by itself. */
  readonly isHair: Uint8Array
  /** Not 0 where hands are. */
  readonly isHand: Uint8Array
}

/**
 * Cuts the skin of necks, chests, arms and hands anew: into a tone and a shade, with smooth borders and no patches
 * of its texture.
 * @param person where people are, 0..1
 */
export function withFlatSkin(
  env: ToolEnvironment,
  { smooth: picture, unsmoothed }: Pick<ClothSeen, 'smooth' | 'unsmoothed'>,
  cells: Cells,
  person: Float32Array,
  skins: readonly SkinOfBody[],
  places: PlacesAboutFaces,
): { readonly cells: Cells; readonly body: BodySkin } {
  const of = new Int8Array(person.length).fill(NONE)
  if (skins.length === 0)
    return { cells, body: { toneAt: of, light: new Float32Array(of.length), paints: [] } }
  const { isBeside, isHair } = places
  const owners = ownersOf(env, picture, cells, skins, isHair)
  const widestPx = Math.max(...skins.map(({ face }) => face.widthPx))
  const isOwned = (at: number) =>
    (person[at] as number) >= 0.5 && owners[cells.of[at] as number] !== NONE && isBeside(at)
  const asked = askedForWeave(cells, skins, isOwned, places)
  wovenCells(env.kernels, unsmoothed, cells, asked, widestPx).forEach((is, cell) => {
    if (is === 1) owners[cell] = NONE
  })
  const cellAt = cells.of
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((person[at] as number) < 0.5 || !isBeside(at)) continue
      const owner = owners[cellAt[at] as number] as number
      of[at] = isHair[at] === 0 ? owner : owner === NONE || owner === MAYBE ? NONE : LIKE
    }
  })
  closeGaps(env, picture, of, GAPS.reach * widestPx)
  const { light, paints } = intoTones(env, picture, of, skins, widestPx)
  const steps = stepsOfLike(light, of)
  const cut = cells.of.slice()
  const first = cells.total
  inParts(cut.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const tone = of[at] as number
      if (tone >= 0) cut[at] = first + tone
      if (tone === LIKE) cut[at] = first + paints.length + toneAt(light[at] as number, steps)
    }
  })
  const total = cells.total + paints.length + TONES
  const connected = env.kernels.connectCells({ ...cells, of: cut, total })
  swallowIslands(connected, of, ISLAND * widestPx ** 2)
  const leastPx = PATCH * unitPxOf(picture) ** 2
  const least = new Float64Array(connected.total)
  const pieceAt = connected.of
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (of[at] !== NONE) least[pieceAt[at] as number] = leastPx
    }
  })
  return { cells: env.kernels.dropSpecks(connected, least), body: { toneAt: of, light, paints } }
}

/**
 * Gives the skin of bodies their tones.
 * @param of whose skin each place is, which becomes the number of its tone
 * @returns its smoothed light, and what the tones are painted in
 */
function intoTones(
  env: ToolEnvironment,
  picture: OkLabPicture,
  of: Int8Array,
  skins: readonly SkinOfBody[],
  widestPx: number,
): { readonly light: Float32Array<ArrayBuffer>; readonly paints: readonly OkLab[] } {
  const softPx = Math.max(SOFT.least * unitPxOf(picture), SOFT.ofFace * widestPx)
  const light = lightWithin(env, picture, of, softPx)
  const tones = skins.map((skin, k) =>
    bodyTonesOf(lightsOf(light, of, k, skin, picture.widthPx), skin),
  )
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const owner = of[at] as number
      if (owner < 0) continue
      const { step } = tones[owner] as BodyTones
      of[at] = 2 * owner + ((light[at] as number) > step ? 1 : 0)
    }
  })
  return { light, paints: tones.flatMap(({ paints }) => paints) }
}

/** Where the light of what is like skin is cut into tones. */
function stepsOfLike(light: Float32Array, of: Int8Array): readonly number[] {
  const places: number[] = []
  for (let at = 0; at < of.length; at += LOOKED) if (of[at] === LIKE) places.push(at)
  return tonesOfPlaces(light, places).steps
}

/** Whether a place lies so near below a face, or beside it, that it is its neck, chest, hand or ear. */
export function isBesideFaces(
  skins: readonly Pick<SkinOfBody, 'face'>[],
): (x: number, y: number) => boolean {
  const frames = skins.map(({ face }) => chinFrameOf(face))
  return (x, y) => {
    for (let k = 0; k < frames.length; k++) {
      const { uAt, vAt } = frames[k] as ChinFrame
      const v = vAt(x, y)
      const aside = Math.abs(uAt(x, y))
      const above = -v
      const isEar = aside < EARS.aside && above < EARS.above && above > 0
      if (isEar || (aside < BODY.aside && above < BODY.above && v < BODY.below)) return true
    }
    return false
  }
}

/** Takes in what lies between skin. */
function closeGaps(
  { kernels }: ToolEnvironment,
  { widthPx, heightPx }: OkLabPicture,
  of: Int8Array,
  reachPx: number,
): void {
  const coarse = new Coarse(widthPx, heightPx)
  const values = coarse.plane((at) => ((of[at] as number) >= 0 ? 1 : 0))
  const share = kernels.gaussian({ ...coarse, values }, Math.max(1, reachPx / EACH)).values
  let last = 0
  for (let at = 0; at < of.length; at++) {
    const own = of[at] as number
    if (own >= 0) last = own
    else if (own === MAYBE || own === LIKE_OR_SKIN) {
      const isBetween = (share[coarse.at(at)] as number) > GAPS.joins
      of[at] = isBetween ? last : own === MAYBE ? NONE : LIKE
    }
  }
}

/** The light where it is somebody's skin, without its texture; anything elsewhere. */
function lightWithin(
  env: ToolEnvironment,
  { widthPx, heightPx, lightness }: OkLabPicture,
  of: Int8Array,
  sigma: number,
): Float32Array<ArrayBuffer> {
  const coarse = new Coarse(widthPx, heightPx)
  const weight = coarse.plane((at) => (of[at] === NONE ? 0 : 1))
  const lit = coarse.plane((at) => (of[at] === NONE ? 0 : (lightness[at] as number)))
  const means = meansWithin(env.kernels, coarse, lit, weight, sigma / EACH)
  const light = new Float32Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (of[at] !== NONE) light[at] = means[coarse.at(at)] as number
    }
  })
  return light
}

/** What is smoothed far is looked at in every so many pixels of a row, and rows. */
const EACH = 2

/** A picture of which every few pixels are looked at. */
class Coarse {
  readonly widthPx: number
  readonly heightPx: number
  readonly #wholeWidthPx: number

  constructor(widthPx: number, heightPx: number) {
    this.widthPx = Math.ceil(widthPx / EACH)
    this.heightPx = Math.ceil(heightPx / EACH)
    this.#wholeWidthPx = widthPx
  }

  plane(valueAt: (at: number) => number): Float32Array<ArrayBuffer> {
    const { widthPx, heightPx } = this
    const values = new Float32Array(widthPx * heightPx)
    const setRow = (y: number) => {
      const row = y * EACH * this.#wholeWidthPx
      for (let x = 0; x < widthPx; x++) values[y * widthPx + x] = valueAt(row + x * EACH)
    }
    for (let y = 0; y < heightPx; y++) setRow(y)
    return values
  }

  /** Where a pixel of the whole lies. */
  at(whole: number): number {
    const y = Math.floor(whole / this.#wholeWidthPx)
    const x = whole - y * this.#wholeWidthPx
    return Math.floor(y / EACH) * this.widthPx + Math.floor(x / EACH)
  }
}

/** The lights of a body, sorted, without its face's. */
function lightsOf(
  light: Float32Array,
  owners: Int8Array,
  owner: number,
  { face }: SkinOfBody,
  widthPx: number,
): Float32Array {
  const { uAt, vAt } = chinFrameOf(face)
  const lights: number[] = []
  for (let at = 0; at < owners.length; at += LOOKED) {
    if (owners[at] !== owner) continue
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    if (vAt(x, y) > -0.05 || Math.abs(uAt(x, y)) > 0.5) lights.push(light[at] as number)
  }
  return Float32Array.from(lights).sort()
}
