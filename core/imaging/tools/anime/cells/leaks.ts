import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLabPicture } from '../study.ts'
import { type Cells, sizesOf } from './cells.ts'

/** Smaller cells than this share of the picture are one thing. */
const LARGE = 0.01
/** Every so many pixels tell the colours of a cell. */
const LOOKED = 5
const BINS = 64
/** A colour further from a cell's mean than this, OKLab, is as good as one so far away. */
const FAR = 0.2
/** Two colours lie at least so far apart, OKLab, light aside: less is one thing's shade. */
const APART = 0.07
/** How much of all that differs within the cell the two explain: a slow change of colour is not two. */
const EXPLAINED = 0.8
/** The smaller of them has at least this share of the cell. */
const SHARE = 0.06

/** Along which direction of colour a cell is cut, and where. */
interface Cut {
  readonly a: number
  readonly b: number
  readonly at: number
}

/**
 * Cuts cells of people that have run over from one thing to another by a soft edge: a red sweet before a
 * neck is neither skin, nor is the neck red. Such a cell has two colours.
 * @param person where people are, 0..1
 */
export function withoutLeaks(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  person: Float32Array,
): Cells {
  const cuts = cutsOf(picture, cells, person)
  if (cuts.size === 0) return cells
  const { a, b } = picture
  const of = cells.of.map((cell, at) => {
    const cut = cuts.get(cell)
    const isBeyond = cut && cut.a * (a[at] as number) + cut.b * (b[at] as number) > cut.at
    return isBeyond ? cell + cells.total : cell
  })
  return kernels.connectCells({ ...cells, of, total: cells.total * 2 })
}

function cutsOf(picture: OkLabPicture, cells: Cells, person: Float32Array): Map<number, Cut> {
  const places = new Map<number, number[]>()
  sizesOf(cells).forEach((size, cell) => {
    if (size > LARGE * person.length) places.set(cell, [])
  })
  const inside = new Map<number, number>()
  for (let at = 0; at < person.length; at += LOOKED) {
    const cell = cells.of[at] as number
    const known = places.get(cell)
    if (known === undefined) continue
    known.push(at)
    if ((person[at] as number) > 0.5) inside.set(cell, (inside.get(cell) ?? 0) + 1)
  }
  const cuts = new Map<number, Cut>()
  for (const [cell, own] of places) {
    if ((inside.get(cell) ?? 0) < own.length / 2) continue
    const cut = cutOf(picture, own)
    if (cut !== null) cuts.set(cell, cut)
  }
  return cuts
}

/** Where two colours part, along the direction in which they differ most; null where there is one. */
function cutOf({ a, b }: OkLabPicture, places: readonly number[]): Cut | null {
  const n = places.length
  const mean = (plane: Float32Array) =>
    places.reduce((sum, at) => sum + (plane[at] as number), 0) / n
  const [red, yellow] = [mean(a), mean(b)]
  let [aa, ab, bb] = [0, 0, 0]
  for (const at of places) {
    const u = (a[at] as number) - red
    const v = (b[at] as number) - yellow
    aa += u * u
    ab += u * v
    bb += v * v
  }
  const turn = Math.atan2(2 * ab, aa - bb) / 2
  const [u, v] = [Math.cos(turn), Math.sin(turn)]
  const middle = u * red + v * yellow
  const along = places.map((at) => u * (a[at] as number) + v * (b[at] as number) - middle)
  const parted = partedAt(along)
  return parted === null ? null : { a: u, b: v, at: middle + parted }
}

/** Where a heap of values is two, by Otsu's threshold; null where it is one. */
function partedAt(values: readonly number[]): number | null {
  const counts = new Float64Array(BINS)
  const binOf = (v: number) => Math.floor(((v + FAR) / (2 * FAR)) * BINS)
  for (const v of values) {
    const bin = Math.min(BINS - 1, Math.max(0, binOf(v)))
    counts[bin] = (counts[bin] as number) + 1
  }
  const middleOf = (bin: number) => ((bin + 0.5) / BINS) * 2 * FAR - FAR
  const n = values.length
  const whole = counts.reduce((sum, count, bin) => sum + count * middleOf(bin), 0)
  const spread = counts.reduce(
    (sum, count, bin) => sum + count * (middleOf(bin) - whole / n) ** 2,
    0,
  )
  let [best, at, apart] = [0, 0, 0]
  let [below, low] = [0, 0]
  for (let bin = 0; bin < BINS - 1; bin++) {
    below += counts[bin] as number
    low += (counts[bin] as number) * middleOf(bin)
    if (Math.min(below, n - below) < SHARE * n) continue
    const distance = (whole - low) / (n - below) - low / below
    const between = (below * (n - below) * distance ** 2) / n
    if (between > best) [best, at, apart] = [between, middleOf(bin) + FAR / BINS, distance]
  }
  return apart > APART && best > EXPLAINED * spread ? at : null
}
