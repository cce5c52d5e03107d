import type { OkLab } from '../../../../pixels/oklab.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { meansWithin } from '../cells/means-within.ts'
import { TONES, toneAt, withoutIslands } from '../cells/tones.ts'
import { LOOKED, tonesOfPlaces } from '../cells/tones-of-places.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { bodyTonesOf } from './body-tones.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'
import type { SkinOfBody } from './skin-of-body.ts'
import { LIKE, LIKE_OR_SKIN, MAYBE, NONE, ownersOf } from './skin-owners.ts'

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
  /** Of each face its shade and its tone, as they are painted. */
  readonly paints: readonly OkLab[]
}

interface PlacesAboutFaces {
  /** Whether a place lies beside one of the faces, as {@link isBesideFaces} tells. */
  readonly isBeside: (at: number) => boolean
  /** 1 where hair is painted by itself. */
  readonly isHair: Uint8Array
}

/**
 * Cuts the skin of necks, chests, arms and hands anew: into a tone and a shade, with smooth borders and no patches
 * of its texture.
 * @param person where people are, 0..1
 */
export function withFlatSkin(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  person: Float32Array,
  skins: readonly SkinOfBody[],
  { isBeside, isHair }: PlacesAboutFaces,
): { readonly cells: Cells; readonly body: BodySkin } {
  const of = new Int8Array(person.length).fill(NONE)
  if (skins.length === 0) return { cells, body: { toneAt: of, paints: [] } }
  const owners = ownersOf(env, picture, cells, skins)
  for (let at = 0; at < of.length; at++) {
    if ((person[at] as number) < 0.5 || !isBeside(at)) continue
    const owner = owners[cells.of[at] as number] as number
    of[at] = isHair[at] === 0 ? owner : owner === NONE || owner === MAYBE ? NONE : LIKE
  }
  const widestPx = Math.max(...skins.map(({ face }) => face.widthPx))
  closeGaps(env, picture, of, GAPS.reach * widestPx)
  const { light, paints } = intoTones(env, picture, of, skins, widestPx)
  const steps = stepsOfLike(light, of)
  const cut = cells.of.slice()
  for (let at = 0; at < cut.length; at++) {
    const tone = of[at] as number
    if (tone >= 0) cut[at] = cells.total + tone
    if (tone === LIKE) cut[at] = cells.total + paints.length + toneAt(light[at] as number, steps)
  }
  const total = cells.total + paints.length + TONES
  const connected = env.kernels.connectCells({ ...cells, of: cut, total })
  const leastPx = PATCH * unitPxOf(picture) ** 2
  const least = new Float64Array(connected.total)
  for (let at = 0; at < of.length; at++) {
    if (of[at] !== NONE) least[connected.of[at] as number] = leastPx
  }
  return { cells: env.kernels.dropSpecks(connected, least), body: { toneAt: of, paints } }
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
): { readonly light: Float32Array; readonly paints: readonly OkLab[] } {
  const softPx = Math.max(SOFT.least * unitPxOf(picture), SOFT.ofFace * widestPx)
  const light = lightWithin(env, picture, of, softPx)
  const tones = skins.map((skin, k) =>
    bodyTonesOf(lightsOf(light, of, k, skin, picture.widthPx), skin),
  )
  const inside = new Float32Array(of.length)
  const values = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const own = tones[of[at] as number]
    if (own === undefined) continue
    inside[at] = 1
    if ((light[at] as number) > own.step) values[at] = 1
  }
  const leastPx = ISLAND * widestPx ** 2
  const calm = withoutIslands(env.kernels, { ...picture, values }, inside, [0.5], leastPx)
  for (let at = 0; at < of.length; at++) {
    const owner = of[at] as number
    if (owner >= 0) of[at] = 2 * owner + ((calm.values[at] as number) > 0.5 ? 1 : 0)
  }
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
  const values = Float32Array.from(of, (owner) => (owner >= 0 ? 1 : 0))
  const share = kernels.gaussian({ widthPx, heightPx, values }, Math.max(1, reachPx)).values
  let last = 0
  for (let at = 0; at < of.length; at++) {
    const own = of[at] as number
    if (own >= 0) last = own
    else if (own === MAYBE || own === LIKE_OR_SKIN) {
      const isBetween = (share[at] as number) > GAPS.joins
      of[at] = isBetween ? last : own === MAYBE ? NONE : LIKE
    }
  }
}

/** The light where it is somebody's skin, without its texture; anything elsewhere. */
function lightWithin(
  env: ToolEnvironment,
  picture: OkLabPicture,
  owners: Int8Array,
  sigma: number,
): Float32Array {
  const weight = new Float32Array(owners.length)
  const lit = new Float32Array(owners.length)
  for (let at = 0; at < owners.length; at++) {
    if (owners[at] === NONE) continue
    weight[at] = 1
    lit[at] = picture.lightness[at] as number
  }
  return meansWithin(env.kernels, picture, lit, weight, sigma)
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
