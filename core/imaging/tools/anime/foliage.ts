import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, type Means, meansOf, renumbered, sizesOf, withoutSpecks } from './cells.ts'
import { TONES, toneAt } from './faces/skin-tones.ts'
import { Merging } from './merging.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** A cell is texture by this share of its pixels, and people's by that. */
const OWN = 0.5
const KEPT = 0.2
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
/** How far light is smoothed before it is cut into tones, and how round clumps of light are, thousandths. */
const CLUMP = { soft: 4, round: 8 }
/** How far light lies from that of its mass at most, OKLab. */
const RANGE = 0.5
/** Tones lie so far apart, and have at least this share of their mass; their smallest piece in square thousandths and as such a share. */
const APART = 0.065
const SHARE = 0.06
const PIECE = { least: 420, share: 0.008 }
const ROUNDS = 8
/** Every so many pixels tell the tones. */
const LOOKED = 5

/**
 * Paints leaves, grass, gravel and the like as masses: what is texture and of one colour is brought together and
 * cut into a dark, a middle and a light tone, in rounded clumps.
 * @param leaves how much each place is leaves or grass, 0..1, in blocks
 * @param kept where people are, who stay as they are, 0..1
 */
export function withFoliage(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  leaves: FloatPlane,
  kept: Float32Array,
): Cells {
  const isLeaf = leafyCells(env, cells, leaves, kept)
  if (!isLeaf.includes(1)) return cells
  const masses = massesOf(env, picture, cells, isLeaf)
  const sizes = sizesOf(masses)
  const least = LEAST * unitPxOf(picture) ** 2
  let count = 0
  const numbers = Int32Array.from(sizes, (size, cell) =>
    isLeaf[cell] === 1 && size > least ? count++ : -1,
  )
  if (count === 0) return masses
  return toned(env, picture, masses, sizes, numbers, count)
}

function leafyCells(
  { kernels }: ToolEnvironment,
  { of, total, widthPx, heightPx }: Cells,
  leaves: FloatPlane,
  kept: Float32Array,
): Uint8Array {
  const { values } = kernels.resizePlane(leaves, widthPx, heightPx)
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
  isLeaf: Uint8Array,
): Cells {
  const { of } = cells
  const unitPx = unitPxOf(picture)
  const within = withValues(new Uint32Array(of.length), (at) => isLeaf[of[at] as number] as number)
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
  const steps = places.map((own) => stepsOf(light, own))
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
  // A small piece goes to what is about it in its mass, never to people.
  const within = withValues(
    new Uint32Array(of.length),
    (at) => (numbers[of[at] as number] as number) + 1,
  )
  return env.kernels.connectCells(withoutSpecks(env.kernels, pieces, leastAt, within))
}

/**
 * Light of masses against their own, without its texture; what is light has the shape of discs that lie over each
 * other (an opening), as painted leaves do.
 */
function clumpsOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  masses: Cells,
  sizes: Uint32Array,
  numbers: Int32Array,
): Uint8ClampedArray {
  const { of, widthPx, heightPx } = masses
  const own = meansOf(picture, masses, sizes).lightness
  const weight = new Float32Array(of.length)
  const lit = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((numbers[cell] as number) < 0) continue
    weight[at] = 1
    lit[at] = (picture.lightness[at] as number) - (own[cell] as number)
  }
  const unitPx = unitPxOf(picture)
  const about = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx, heightPx, values }, CLUMP.soft * unitPx).values
  const [all, sum] = [about(weight), about(lit)]
  const values = new Uint8ClampedArray(of.length)
  for (let at = 0; at < values.length; at++) {
    if (weight[at] === 0) continue
    const light = (sum[at] as number) / Math.max(1e-3, all[at] as number)
    values[at] = Math.max(1, Math.min(255, Math.round((light / RANGE + 1) * HALF)))
  }
  const round = CLUMP.round * unitPx
  const narrow = kernels.choke({ widthPx, heightPx, values }, round)
  return kernels.choke(narrow, -round).values
}

/** Light that is no other than its mass has, in bytes. */
const HALF = 127.5

/** Where the light of a mass is cut: between the means of two or three tones (k-means), or nowhere. */
function stepsOf(light: Uint8ClampedArray, places: readonly number[]): readonly number[] {
  const counts = new Float64Array(256)
  for (const at of places) counts[light[at] as number] = (counts[light[at] as number] as number) + 1
  let centres = [0.1, 0.5, 0.9].map((share) => percentile(counts, share * places.length))
  for (let round = 0; round < ROUNDS; round++) centres = meansAbout(counts, centres)
  for (;;) {
    const shares = sharesOf(counts, centres).map((count) => count / places.length)
    const few = shares.findIndex((share) => share < SHARE)
    const near = centres.findIndex(
      (centre, k) => k > 0 && centre - (centres[k - 1] as number) < (APART / RANGE) * HALF,
    )
    if (centres.length < 2 || (few < 0 && near < 0)) break
    const gone =
      few >= 0 ? few : (shares[near] as number) < (shares[near - 1] as number) ? near : near - 1
    centres.splice(gone, 1)
    for (let round = 0; round < ROUNDS; round++) centres = meansAbout(counts, centres)
  }
  return stepsBetween(centres)
}

const stepsBetween = (centres: readonly number[]): number[] =>
  centres.slice(1).map((centre, k) => (centre + (centres[k] as number)) / 2)

function percentile(counts: Float64Array, wanted: number): number {
  let left = wanted
  for (let value = 0; value < counts.length; value++) {
    left -= counts[value] as number
    if (left <= 0) return value
  }
  return counts.length - 1
}

function sharesOf(counts: Float64Array, centres: readonly number[]): number[] {
  const steps = stepsBetween(centres)
  const shares = centres.map(() => 0)
  counts.forEach((count, value) => {
    const tone = toneAt(value, steps)
    shares[tone] = (shares[tone] as number) + count
  })
  return shares
}

function meansAbout(counts: Float64Array, centres: readonly number[]): number[] {
  const steps = stepsBetween(centres)
  const [sums, all] = [centres.map(() => 0), centres.map(() => 0)]
  counts.forEach((count, value) => {
    const tone = toneAt(value, steps)
    sums[tone] = (sums[tone] as number) + count * value
    all[tone] = (all[tone] as number) + count
  })
  return centres.map((centre, k) =>
    all[k] === 0 ? centre : (sums[k] as number) / (all[k] as number),
  )
}
