import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, type Means, meansOf, renumbered, sizesOf, withoutSpecks } from './cells.ts'
import { TONES, toneAt, tonesOf } from './faces/skin-tones.ts'
import { Merging } from './merging.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** A cell is texture by this share of its pixels, and people's by that. */
const OWN = 0.5
const KEPT = 0.3
/** Light counts so much against colour, which is seen against its light: shade between leaves is theirs. */
const LIGHT = 0.2
const SEEN = { light: 0.6, least: 0.2, dark: { from: 0.2, to: 0.42 } }
/** The dark has the colour that lies about it, thousandths. */
const LENT = 14
/** Neighbours nearer than this are one mass, OKLab as seen here, and what each thousandth of a border must tell. */
const ALIKE = 0.05
const WORTH = 0.12
/** What is asked rises in so many steps, so that the likest become one first. */
const STEPS = 6
/** A smaller mass keeps the cell that it is, square thousandths. */
const LEAST = 2500
/** How far light is smoothed before it is cut into tones, thousandths, how far these lie apart, and their smallest piece. */
const CLUMP = 6
const APART = 0.08
const PIECE = { least: 420, share: 0.01 }
/** Every so many pixels tell the tones. */
const LOOKED = 5

/**
 * Paints leaves, grass, gravel and the like as masses: what is texture and of one colour is brought together and
 * cut into a dark, a middle and a light tone, in rounded clumps.
 * @param texture how much each place is texture, 0..1, in blocks
 * @param kept where people are, who stay as they are, 0..1
 */
export function withFoliage(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  texture: FloatPlane,
  kept: Float32Array,
): Cells {
  const isTexture = texturedCells(env, cells, texture, kept)
  if (!isTexture.includes(1)) return cells
  const masses = massesOf(env, picture, cells, isTexture)
  const sizes = sizesOf(masses)
  const least = LEAST * unitPxOf(picture) ** 2
  let count = 0
  const numbers = Int32Array.from(sizes, (size, cell) =>
    isTexture[cell] === 1 && size > least ? count++ : -1,
  )
  if (count === 0) return masses
  return toned(env, picture, masses, sizes, numbers, count)
}

function texturedCells(
  { kernels }: ToolEnvironment,
  { of, total, widthPx, heightPx }: Cells,
  texture: FloatPlane,
  kept: Float32Array,
): Uint8Array {
  const { values } = kernels.resizePlane(texture, widthPx, heightPx)
  const [sizes, own, people] = [0, 0, 0].map(() => new Float64Array(total)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    sizes[cell] = (sizes[cell] as number) + 1
    own[cell] = (own[cell] as number) + (values[at] as number)
    people[cell] = (people[cell] as number) + (kept[at] as number)
  }
  return Uint8Array.from(sizes, (size, cell) =>
    (own[cell] as number) > OWN * size && (people[cell] as number) < KEPT * size ? 1 : 0,
  )
}

/** Brings textured cells of one colour together, whatever their light. */
function massesOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  isTexture: Uint8Array,
): Cells {
  const { of } = cells
  const unitPx = unitPxOf(picture)
  const within = withValues(
    new Uint32Array(of.length),
    (at) => isTexture[of[at] as number] as number,
  )
  const means = meansOf(picture, cells, sizesOf(cells))
  const seen = colourSeen(means, lentColours(kernels, picture, cells, within))
  const merging = new Merging(kernels, cells, seen, undefined, within)
  for (let step = 1; step <= STEPS; step++) {
    const [alike, worth] = [(ALIKE * step) / STEPS, (WORTH * unitPx * step) / STEPS]
    merging.mergeWhere(({ apart, tells, costPx }) => apart < alike || tells < worth * costPx)
  }
  return renumbered(cells, (cell) => merging.rootOf(cell))
}

type Kernels = ToolEnvironment['kernels']

/** Of each cell the colour against its light of the texture about it, of which the light tells more. */
function lentColours(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  within: Uint32Array,
): Means {
  const { widthPx, heightPx } = picture
  const reach = LENT * unitPxOf(picture)
  const about = (plane: Float32Array) => {
    const values = withValues(new Float32Array(plane.length), (at) =>
      within[at] === 0 ? 0 : (plane[at] as number),
    )
    return kernels.gaussian({ widthPx, heightPx, values }, reach).values
  }
  const [light, a, b] = [about(picture.lightness), about(picture.a), about(picture.b)]
  return meansOf({ ...picture, lightness: light, a, b }, cells, sizesOf(cells))
}

function colourSeen(own: Means, lent: Means): Means {
  const { light, least, dark } = SEEN
  const seen = (plane: 'a' | 'b') =>
    own[plane].map((value, cell) => {
      const sure = smoothstep(dark.from, dark.to, own.lightness[cell] as number)
      const mine = value / Math.max(least, own.lightness[cell] as number)
      const theirs = (lent[plane][cell] as number) / Math.max(0.01, lent.lightness[cell] as number)
      return light * (sure * mine + (1 - sure) * theirs)
    })
  return {
    lightness: own.lightness.map((value) => LIGHT * Math.sqrt(Math.max(least, value))),
    a: seen('a'),
    b: seen('b'),
  }
}

/** Cuts masses into tones by their smoothed light. @param numbers of masses, below 0 for all other cells */
function toned(
  env: ToolEnvironment,
  picture: OkLabPicture,
  masses: Cells,
  sizes: Uint32Array,
  numbers: Int32Array,
  count: number,
): Cells {
  const { of, total } = masses
  const light = clumpsOf(env, picture, masses, sizes, numbers)
  const places = Array.from({ length: count }, (): number[] => [])
  for (let at = 0; at < of.length; at += LOOKED) {
    places[numbers[of[at] as number] as number]?.push(at)
  }
  const steps = places.map((own) => stepsOf(picture, light, own))
  const tones = withValues(new Uint32Array(of.length), (at) => {
    const cell = of[at] as number
    const number = numbers[cell] as number
    const tone = number < 0 ? 0 : toneAt(light[at] as number, steps[number] as readonly number[])
    return cell * TONES + tone
  })
  const pieces = env.kernels.connectCells({ ...masses, of: tones, total: total * TONES })
  const least = PIECE.least * unitPxOf(picture) ** 2
  const leastAt = (at: number) => {
    const cell = of[at] as number
    if ((numbers[cell] as number) < 0) return 0
    return Math.max(least, PIECE.share * (sizes[cell] as number))
  }
  return env.kernels.connectCells(withoutSpecks(env.kernels, pieces, leastAt))
}

/** Light of masses against their own, without its texture. */
function clumpsOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  sizes: Uint32Array,
  numbers: Int32Array,
): Float32Array {
  const { lightness: own } = meansOf(picture, { ...picture, of, total: sizes.length }, sizes)
  const weight = new Float32Array(of.length)
  const lit = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((numbers[cell] as number) < 0) continue
    weight[at] = 1
    lit[at] = (picture.lightness[at] as number) - (own[cell] as number)
  }
  const reach = CLUMP * unitPxOf(picture)
  const about = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx, heightPx, values }, reach).values
  const [all, sum] = [about(weight), about(lit)]
  return withValues(sum, (at) => (sum[at] as number) / Math.max(1e-3, all[at] as number))
}

function stepsOf(
  { lightness, a, b }: OkLabPicture,
  light: Float32Array,
  places: readonly number[],
): readonly number[] {
  const from = (plane: Float32Array) =>
    withValues(new Float32Array(places.length), (k) => plane[places[k] as number] as number)
  const lab = { light: from(lightness), a: from(a), b: from(b) }
  return tonesOf(from(light), lab, new Float32Array(places.length).fill(1), APART).steps
}
