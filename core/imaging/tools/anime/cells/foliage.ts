import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { meanOverCells } from './cell-means.ts'
import { type Cells, type Means, renumbered, withoutSpecks } from './cells.ts'
import { meansWithin } from './means-within.ts'
import { Merging } from './merging.ts'
import { stepsOfCounts } from './steps-of-counts.ts'
import { TONES, toneAt } from './tones.ts'

/** A cell is texture by this share of its pixels, and people's by that. */
const OWN = 0.5
const KEPT = 0.2
/** Light counts so much against colour, which is seen against its light: shade between leaves is theirs. */
const LIGHT = 0.2
const SEEN = { light: 0.6, least: 0.2, dark: { from: 0.2, to: 0.42 } }
/** The dark has the colour that lies about it, thousandths. */
const LENT = 14
/** How fine leaves are painted. */
interface Fineness {
  /** Neighbours nearer than this are one mass, OKLab as seen here, and what each thousandth of a border must tell. */
  readonly alike: number
  readonly worth: number
  /** How far light is smoothed before it is cut into tones, and how round clumps of light are, thousandths. */
  readonly clump: { readonly soft: number; readonly round: number }
  /** Tones lie so far apart, OKLab, and have at least this share of their mass. */
  readonly apart: number
  readonly share: number
  /** The smallest piece of a tone, square thousandths and as a share of its mass. */
  readonly piece: { readonly least: number; readonly share: number }
}

const BEHIND_PEOPLE: Fineness = {
  alike: 0.05,
  worth: 0.12,
  clump: { soft: 4, round: 8 },
  apart: 0.065,
  share: 0.06,
  piece: { least: 420, share: 0.008 },
}
/** Where nobody is, a tree or a wood is what the picture is of. */
const ALONE: Fineness = {
  alike: 0.03,
  worth: 0.06,
  clump: { soft: 2, round: 3.5 },
  apart: 0.05,
  share: 0.04,
  piece: { least: 160, share: 0.0006 },
}
/** What is asked rises in so many steps, so that the likest become one first. */
const STEPS = 6
/** A smaller mass keeps the cell that it is, square thousandths. */
const LEAST = 2500
/** How far light lies from that of its mass at most, OKLab. */
const RANGE = 0.5
/** Every so many pixels of a row and rows tell of what kind a cell is, and the tones. */
const LOOKED = 2
/** Light and colours about a place are smoothed in blocks, thousandths. */
const BLOCK = { light: 2, least: 2, colour: 5 }

/**
 * Paints leaves, grass, gravel and the like as masses: what is texture and of one colour is brought together and
 * cut into a dark, a middle and a light tone, in rounded clumps.
 * @param leaves how much each place is leaves or grass, 0..1, in blocks
 * @param kept where people are, who stay as they are, 0..1
 * @param isAlone whether nobody is in the picture: then they are painted finer
 */
export function withFoliage(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  leaves: FloatPlane,
  kept: Float32Array<ArrayBuffer>,
  isAlone = false,
): Cells {
  const fineness = isAlone ? ALONE : BEHIND_PEOPLE
  const isLeaf = leafyCells(cells, leaves, kept)
  if (!isLeaf.includes(1)) return cells
  const { sizes, ...means } = env.kernels.cellMeans(picture, cells)
  const rootOf = massesOf(env, picture, cells, { isLeaf, sizes, means }, fineness)
  const [all, light] = [new Float64Array(cells.total), new Float64Array(cells.total)]
  sizes.forEach((size, cell) => {
    const root = rootOf(cell)
    all[root] = (all[root] as number) + size
    light[root] = (light[root] as number) + size * (means.lightness[cell] as number)
  })
  const least = LEAST * unitPxOf(picture) ** 2
  let count = 0
  const numbers = Int32Array.from(all, (size, cell) =>
    isLeaf[cell] === 1 && size > least ? count++ : -1,
  )
  const masses = renumbered(cells, rootOf)
  if (count === 0) return masses
  const own = light.map((sum, cell) => sum / Math.max(1, all[cell] as number))
  return toned(env, picture, { masses, sizes: all, own, numbers, count }, fineness)
}

function leafyCells(cells: Cells, leaves: FloatPlane, kept: Float32Array<ArrayBuffer>): Uint8Array {
  const own = meanOverCells(cells, leaves)
  if (!own.some((share) => share > OWN)) return new Uint8Array(cells.total)
  const people = meanOverCells(cells, { widthPx: cells.widthPx, values: kept })
  return Uint8Array.from(own, (share, cell) =>
    share > OWN && (people[cell] as number) < KEPT ? 1 : 0,
  )
}

/** Of each cell whether it is leaves, how large it is, and its colour. */
interface LeafyCells {
  readonly isLeaf: Uint8Array
  readonly sizes: Uint32Array
  readonly means: Means
}

/** Brings leafy cells of one colour together, whatever their light. @returns whom each cell belongs to */
function massesOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  { isLeaf, sizes, means }: LeafyCells,
  fineness: Fineness,
): (cell: number) => number {
  const { of } = cells
  const unitPx = unitPxOf(picture)
  const within = new Uint32Array(of.length)
  for (let at = 0; at < of.length; at++) within[at] = isLeaf[of[at] as number] as number
  const seen = colourSeen(means, lentColours(kernels, picture, cells, within))
  const merging = new Merging(kernels, cells, { sizes, ...seen }, undefined, within)
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS
    const [alike, worth] = [fineness.alike * part, fineness.worth * unitPx * part]
    merging.mergeWhere(({ apart, tells, costPx }) => apart < alike || tells < worth * costPx)
  }
  return (cell) => merging.rootOf(cell)
}

type Kernels = ToolEnvironment['kernels']

/** Of each cell the colour of the leaves about it, of which the light tells more. */
function lentColours(
  kernels: Kernels,
  { lightness, a, b, ...size }: OkLabPicture,
  { of, total }: Cells,
  within: Uint32Array,
): Means {
  const blockPx = Math.max(BLOCK.least, Math.round(BLOCK.colour * unitPxOf(size)))
  const across = Math.ceil(size.widthPx / blockPx)
  const blocks = { widthPx: across, heightPx: Math.ceil(size.heightPx / blockPx) }
  const names = ['lightness', 'a', 'b'] as const
  const sums = names.map(() => new Float32Array(across * blocks.heightPx))
  const planes = [lightness, a, b]
  const eachLooked = (see: (at: number, block: number) => void) => {
    for (let y = 0; y < size.heightPx; y += LOOKED) {
      const row = Math.floor(y / blockPx) * across
      for (let x = 0; x < size.widthPx; x += LOOKED) {
        const at = y * size.widthPx + x
        if (within[at] !== 0) see(at, row + ((x / blockPx) | 0))
      }
    }
  }
  eachLooked((at, block) => {
    for (let k = 0; k < 3; k++) {
      const sum = sums[k] as Float32Array
      sum[block] = (sum[block] as number) + ((planes[k] as Float32Array)[at] as number)
    }
  })
  const reach = LENT / BLOCK.colour
  const about = sums.map((values) => kernels.gaussian({ ...blocks, values }, reach).values)
  const lent = {
    lightness: new Float64Array(total),
    a: new Float64Array(total),
    b: new Float64Array(total),
  }
  eachLooked((at, block) => {
    const cell = of[at] as number
    names.forEach((name, k) => {
      lent[name][cell] =
        (lent[name][cell] as number) + ((about[k] as Float32Array)[block] as number)
    })
  })
  return lent
}

/** Colours against their light: the dark has that of what lies about it. */
function colourSeen(own: Means, lent: Means): Means {
  const { light, least, dark } = SEEN
  const seen = (plane: 'a' | 'b') =>
    own[plane].map((value, cell) => {
      const about = lent.lightness[cell] as number
      const mine = value / Math.max(least, own.lightness[cell] as number)
      if (about < 1e-3) return light * mine
      const sure = smoothstep(dark.from, dark.to, own.lightness[cell] as number)
      return light * (sure * mine + ((1 - sure) * (lent[plane][cell] as number)) / about)
    })
  return {
    lightness: own.lightness.map((value) => LIGHT * Math.sqrt(Math.max(least, value))),
    a: seen('a'),
    b: seen('b'),
  }
}

/** Cells that were brought together, by the number of one of them. */
interface Masses {
  readonly masses: Cells
  readonly sizes: Float64Array
  /** Their own lightness. */
  readonly own: Float64Array
  /** Of those that are painted in tones, from 0; below 0 for all other cells. */
  readonly numbers: Int32Array
  readonly count: number
}

/** Cuts masses into tones by their smoothed light. */
function toned(
  env: ToolEnvironment,
  picture: OkLabPicture,
  whole: Masses,
  { clump, apart, share, piece }: Fineness,
): Cells {
  const { masses, sizes, numbers, count } = whole
  const { of, total } = masses
  const light = clumpsOf(env, picture, whole, clump)
  const counts = Array.from({ length: count }, () => new Float64Array(BINS))
  for (let at = 0; at < of.length; at += LOOKED) {
    const seen = counts[numbers[of[at] as number] as number]
    if (seen === undefined) continue
    const bin = Math.round(light[at] as number)
    seen[bin] = (seen[bin] as number) + 1
  }
  const steps = counts.map((seen) => stepsOfCounts(seen, (apart / RANGE) * HALF, share))
  const tones = new Uint32Array(of.length)
  const within = new Uint32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    const number = numbers[cell] as number
    tones[at] = cell * TONES
    if (number < 0) continue
    within[at] = number + 1
    tones[at] = cell * TONES + toneAt(light[at] as number, steps[number] as readonly number[])
  }
  const pieces = env.kernels.connectCells({ ...masses, of: tones, total: total * TONES })
  const least = piece.least * unitPxOf(picture) ** 2
  const leastOf = Float64Array.from(sizes, (size, cell) =>
    (numbers[cell] as number) < 0 ? 0 : Math.max(least, piece.share * size),
  )
  // A small piece goes to what is about it in its mass, never to people.
  const leastAt = (at: number) => leastOf[of[at] as number] as number
  return withoutSpecks(env.kernels, pieces, leastAt, within)
}

/**
 * Light of masses against their own, without its texture, in bytes; what is light has the shape of discs that lie
 * over each other (an opening), as painted leaves do.
 */
function clumpsOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  { masses, own, numbers }: Masses,
  clump: Fineness['clump'],
): Float32Array {
  const { of, widthPx, heightPx } = masses
  const unitPx = unitPxOf(picture)
  const blockPx = Math.max(BLOCK.least, Math.round(BLOCK.light * unitPx))
  const across = Math.ceil(widthPx / blockPx)
  const blocks = { widthPx: across, heightPx: Math.ceil(heightPx / blockPx) }
  const weight = new Float32Array(across * blocks.heightPx)
  const lit = new Float32Array(weight.length)
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.floor(y / blockPx) * across
    for (let x = 0; x < widthPx; x++, at++) {
      const cell = of[at] as number
      if ((numbers[cell] as number) < 0) continue
      const block = row + ((x / blockPx) | 0)
      weight[block] = (weight[block] as number) + 1
      lit[block] =
        (lit[block] as number) + (picture.lightness[at] as number) - (own[cell] as number)
    }
  }
  const reach = (clump.soft * unitPx) / blockPx
  const soft = meansWithin(kernels, blocks, lit, weight, reach)
  const values = new Uint8ClampedArray(weight.length)
  for (let at = 0; at < values.length; at++) {
    if (weight[at] === 0) continue
    values[at] = Math.max(1, ((soft[at] as number) / RANGE + 1) * HALF)
  }
  const round = (clump.round * unitPx) / blockPx
  const open = kernels.choke(kernels.choke({ ...blocks, values }, round), -round)
  const opened = new Float32Array(open.values.length)
  for (let at = 0; at < opened.length; at++) opened[at] = open.values[at] as number
  return kernels.resizePlane({ ...blocks, values: opened }, widthPx, heightPx).values
}

/** Lights in bytes. */
const BINS = 256
/** Light that is no other than its mass has, in bytes. */
const HALF = 127.5
