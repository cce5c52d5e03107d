import type { Kernels } from '../../../kernels/kernels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { HeadPlace } from './bystanders.ts'
import { coloursAt, oddsOf } from './colour-odds.ts'
import { distanceTo } from './distance.ts'
import { piecesOfMarks } from './pieces.ts'
import { detailOf } from './sharp-borders.ts'
import { cellsWhere, type SmallCells } from './unsure-cells.ts'

/** Longer side of the picture that is cut into cells. */
const SIDE_PX = 320
/** Between these a mask is unsure of a cell; what the second network's doubt leaves of nobody is 0.13. */
const UNSURE = { from: 0.17, until: 0.94 } as const
/** Of a blob that more is doubted of. */
const DOUBTED = { from: 0.15, until: 0.9 } as const
/** What looks are sure of. */
const PERSON = 0.9
const BEHIND = 0.18
/** No ray is followed further, in sizes of a face. */
const RAY_MOST = 12

/** What was seen of people. */
export interface SeenPeople {
  readonly mask: FloatPlane
  /** The looks' mean before the second network voted, and the look at the whole. */
  readonly looks: FloatPlane['values']
  readonly atWhole: FloatPlane['values']
  /** Of the second network, under 0 where it said nothing; null where it does not count. */
  readonly votes: FloatPlane['values'] | null
  readonly heads: readonly HeadPlace[]
}

/** What is measured of a cell, in the order of the table. */
export const CELL_FEATURES = [
  'held',
  'looks',
  'whole',
  'votes',
  'spread',
  'odds',
  'beside',
  'besidePerson',
  'besideBehind',
  'likePerson',
  'likeBehind',
  'doubtedSize',
  'doubtedBeside',
  'doubtedHeld',
  'unsureSize',
  'unsureBeside',
  'unsureHeld',
  'toPerson',
  'toBehind',
  'across',
  'down',
  'headSize',
  'toSide',
  'atTop',
  'atBottom',
  'atSide',
  'personNear',
  'personFar',
  'personUp',
  'personDown',
  'behindNear',
  'behindFar',
  'behindUp',
  'behindDown',
  'fine',
  'sharp',
  'finePerson',
  'fineBehind',
  'light',
  'lightSpread',
  'green',
  'blue',
] as const

/** The unsure cells of a picture, and what was measured of each. */
export interface MeasuredCells {
  readonly cells: SmallCells
  /** Which cells are unsure. */
  readonly unsure: Int32Array
  /** A row of {@link CELL_FEATURES} for each of them. */
  readonly rows: Float32Array
  /** How much of each cell is held, of all cells. */
  readonly held: Float32Array
  /** Distance of each pixel to what is surely behind, px. */
  readonly toBehind: Float32Array
}

/** Cuts what the mask is unsure of into cells of like colour, and measures them. */
export function measureCells(
  kernels: Kernels,
  overview: Raster,
  seen: SeenPeople,
): MeasuredCells | null {
  const { widthPx, heightPx } = overview
  const scale = Math.min(1, SIDE_PX / Math.max(widthPx, heightPx))
  const size = { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) }
  const sized = (values: FloatPlane['values']) =>
    kernels.resizePlane({ widthPx, heightPx, values }, size.widthPx, size.heightPx).values
  const mask = sized(seen.mask.values)
  const whole = sized(seen.atWhole)
  const isUnsure = withValues(new Uint8Array(mask.length), (at) =>
    (mask[at] as number) > UNSURE.from && (mask[at] as number) < UNSURE.until ? 1 : 0,
  )
  const heads = seen.heads.map((head) => ({
    ...head,
    x: head.x * scale,
    y: head.y * scale,
    size: head.size * scale,
  }))
  if (heads.length === 0 || !isUnsure.includes(1)) return null
  const picture = scale < 1 ? kernels.resizeArea(overview, size.widthPx, size.heightPx) : overview
  const cells = cellsWhere(picture, isUnsure)
  const detail = detailOf(kernels, overview)
  const means = new CellMeans(cells)
  const isPerson = marked(mask, (value) => value > PERSON)
  const isBehind = marked(mask, (value, at) => value < BEHIND && (whole[at] as number) < 0.12)
  const light = withValues(new Float32Array(mask.length), (at) => cells.colours[at * 3] as number)
  const toPerson = distanceTo(size, (at) => isPerson[at] === 1).values
  const toBehind = distanceTo(size, (at) => isBehind[at] === 1).values
  const votes = seen.votes === null ? null : sized(seen.votes)
  const fine = sized(detail.fine)
  const coarse = sized(detail.coarse)
  const held = means.of(mask)
  const unsure = cellsThat(means.sizes, held, UNSURE)
  const bandOf = bandsOf(cells, held, means)
  const [doubtedBand, unsureBand] = [bandOf(DOUBTED), bandOf(UNSURE)]
  const beside = besideOf(cells, held, unsure)
  const [x, y] = means.middles()
  const [lightMean, green, blue] = [means.ofColour(0), means.ofColour(1), means.ofColour(2)]
  const fineMean = means.of(fine)
  const coarseMean = means.of(coarse)
  const [finePerson, fineBehind] = [meanWhere(fine, isPerson), meanWhere(fine, isBehind)]
  const spread = means.spreadOf(mask, held)
  const lightSpread = means.spreadOf(light, lightMean)
  const parts = {
    looks: means.of(sized(seen.looks)),
    whole: means.of(whole),
    votes: votes === null ? null : means.of(votes),
    odds: means.of(oddsIn(picture, mask, isPerson, isBehind)),
    toPerson: means.of(toPerson),
    toBehind: means.of(toBehind),
  }
  const isHeld = isPerson
  const isClear = marked(mask, (value) => value < BEHIND)
  const touches = touchesOf(cells)
  const area = means.areaOf(held)
  const longer = Math.max(size.widthPx, size.heightPx)
  const rows = new Float32Array(unsure.length * CELL_FEATURES.length)
  const read = (values: Float32Array, cell: number) => values[cell] as number
  unsure.forEach((cell, index) => {
    const [cx, cy] = [read(x, cell), read(y, cell)]
    const head = nearestHead(heads, cx, cy)
    const [pl, pr, pu, pd] = raysFrom(isHeld, size, cx, cy)
    const [bl, br, bu, bd] = raysFrom(isClear, size, cx, cy)
    const inHeads = (px: number) => Math.min(RAY_MOST, px / head.size)
    rows.set(
      [
        read(held, cell),
        read(parts.looks, cell),
        read(parts.whole, cell),
        parts.votes === null ? -1 : read(parts.votes, cell),
        read(spread, cell),
        read(parts.odds, cell),
        ...beside(cell),
        ...doubtedBand(cell, area),
        ...unsureBand(cell, area),
        read(parts.toPerson, cell) / longer,
        read(parts.toBehind, cell) / longer,
        Math.abs(cx - head.x) / head.size,
        (cy - head.y) / head.size,
        head.size / longer,
        Math.min(cx, size.widthPx - 1 - cx) / size.widthPx,
        ...touches(cell),
        inHeads(Math.min(pl, pr)),
        inHeads(Math.max(pl, pr)),
        inHeads(pu),
        inHeads(pd),
        inHeads(Math.min(bl, br)),
        inHeads(Math.max(bl, br)),
        inHeads(bu),
        inHeads(bd),
        read(fineMean, cell),
        read(fineMean, cell) / (read(coarseMean, cell) + 0.005),
        read(fineMean, cell) / (finePerson + 0.002),
        read(fineMean, cell) / (fineBehind + 0.002),
        read(lightMean, cell),
        read(lightSpread, cell),
        read(green, cell),
        read(blue, cell),
      ],
      index * CELL_FEATURES.length,
    )
  })
  return { cells, unsure, rows, held, toBehind }
}

const marked = (
  values: Float32Array,
  isMarked: (value: number, at: number) => boolean,
): Uint8Array =>
  withValues(new Uint8Array(values.length), (at) => (isMarked(values[at] as number, at) ? 1 : 0))

function meanWhere(values: Float32Array, marks: Uint8Array): number {
  let [sum, count] = [0, 1]
  for (let at = 0; at < values.length; at++) {
    if (marks[at] !== 1) continue
    sum += values[at] as number
    count++
  }
  return sum / count
}

/** Means over cells. */
class CellMeans {
  readonly sizes: Float32Array
  readonly #cells: SmallCells

  constructor(cells: SmallCells) {
    this.#cells = cells
    this.sizes = new Float32Array(cells.count)
    for (let at = 0; at < cells.of.length; at++) {
      const cell = cells.of[at] as number
      this.sizes[cell] = (this.sizes[cell] as number) + 1
    }
  }

  of(values: Float32Array, stride = 1, from = 0): Float32Array {
    const { of, count } = this.#cells
    const sums = new Float32Array(count)
    for (let at = 0, place = from; at < of.length; at++, place += stride) {
      const cell = of[at] as number
      sums[cell] = (sums[cell] as number) + (values[place] as number)
    }
    return this.#divided(sums)
  }

  ofColour(channel: number): Float32Array {
    return this.of(this.#cells.colours, 3, channel)
  }

  middles(): readonly [Float32Array, Float32Array] {
    const { of, count, widthPx } = this.#cells
    const [x, y] = [new Float32Array(count), new Float32Array(count)]
    for (let at = 0, column = 0, row = 0; at < of.length; at++) {
      const cell = of[at] as number
      x[cell] = (x[cell] as number) + column
      y[cell] = (y[cell] as number) + row
      if (++column === widthPx) {
        column = 0
        row++
      }
    }
    return [this.#divided(x), this.#divided(y)]
  }

  /** Standard deviation within each cell. */
  spreadOf(values: Float32Array, means: Float32Array): Float32Array {
    const { of, count } = this.#cells
    const sums = new Float32Array(count)
    for (let at = 0; at < of.length; at++) {
      const cell = of[at] as number
      sums[cell] = (sums[cell] as number) + ((values[at] as number) - (means[cell] as number)) ** 2
    }
    return this.#divided(sums).map(Math.sqrt)
  }

  /** Pixels of the cells that are held. */
  areaOf(held: Float32Array): number {
    return held.reduce(
      (sum, value, cell) => sum + (value > 0.5 ? (this.sizes[cell] as number) : 0),
      1,
    )
  }

  #divided(sums: Float32Array): Float32Array {
    return withValues(
      sums,
      (cell) => (sums[cell] as number) / Math.max(1, this.sizes[cell] as number),
    )
  }
}

function cellsThat(
  sizes: Float32Array,
  held: Float32Array,
  { from, until }: { readonly from: number; readonly until: number },
): Int32Array {
  const cells: number[] = []
  held.forEach((value, cell) => {
    if (value > from && value < until && (sizes[cell] as number) > 0) cells.push(cell)
  })
  return Int32Array.from(cells)
}

/** What colours say of each pixel. */
function oddsIn(
  picture: Raster,
  mask: Float32Array,
  isPerson: Uint8Array,
  isBehind: Uint8Array,
): Float32Array {
  const places = withValues(new Uint32Array(mask.length), (at) => at)
  const colours = coloursAt(picture, new Int32Array(places.buffer))
  const table = oddsOf(colours, Float32Array.from(isPerson), Float32Array.from(isBehind))
  return withValues(new Float32Array(mask.length), (at) => table[colours[at] as number] as number)
}

/**
 * Of an unsure cell, what lies along it: how much of that is held, how much is surely a person or behind, and
 * how alike the cell is to what is held and to what is not.
 */
function besideOf(
  { of, colours, count, widthPx }: SmallCells,
  held: Float32Array,
  unsure: Int32Array,
) {
  const sums = new Float32Array(count * BESIDE)
  const isUnsure = new Uint8Array(count)
  for (const cell of unsure) isUnsure[cell] = 1
  const sharpness = 1 / (2 * meanStep(colours, widthPx))
  for (let at = 0; at < of.length; at++) {
    const one = of[at] as number
    for (let next = at + 1; next <= at + widthPx; next += widthPx - 1) {
      const other = of[next]
      if (other === undefined || other === one || (next === at + 1 && next % widthPx === 0))
        continue
      if (isUnsure[one] === 0 && isUnsure[other] === 0) continue
      const like = Math.exp(-stepOf(colours, at, next) * sharpness)
      meet(sums, one * BESIDE, held[other] as number, like)
      meet(sums, other * BESIDE, held[one] as number, like)
    }
  }
  return (cell: number): readonly number[] => {
    const [
      all = 0,
      value = 0,
      person = 0,
      behind = 0,
      likeP = 0,
      countP = 0,
      likeB = 0,
      countB = 0,
    ] = sums.subarray(cell * BESIDE, cell * BESIDE + BESIDE)
    const most = Math.max(1, all)
    return [
      value / most,
      person / most,
      behind / most,
      countP > 0 ? likeP / countP : -1,
      countB > 0 ? likeB / countB : -1,
    ]
  }
}

/** Values that are summed along a cell's border. */
const BESIDE = 8

function meet(sums: Float32Array, to: number, value: number, like: number): void {
  sums[to] = (sums[to] as number) + 1
  sums[to + 1] = (sums[to + 1] as number) + value
  if (value > PERSON) sums[to + 2] = (sums[to + 2] as number) + 1
  if (value < BEHIND) sums[to + 3] = (sums[to + 3] as number) + 1
  if (value > 0.7) {
    sums[to + 4] = (sums[to + 4] as number) + like
    sums[to + 5] = (sums[to + 5] as number) + 1
  } else if (value < 0.3) {
    sums[to + 6] = (sums[to + 6] as number) + like
    sums[to + 7] = (sums[to + 7] as number) + 1
  }
}

function stepOf(colours: Float32Array, one: number, other: number): number {
  const d0 = (colours[one * 3] as number) - (colours[other * 3] as number)
  const d1 = (colours[one * 3 + 1] as number) - (colours[other * 3 + 1] as number)
  const d2 = (colours[one * 3 + 2] as number) - (colours[other * 3 + 2] as number)
  return d0 * d0 + d1 * d1 + d2 * d2
}

/** Mean squared step from a pixel to the one a few beside it: what is no edge in this picture. */
function meanStep(colours: Float32Array, widthPx: number): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at + 3 < colours.length / 3; at += 2) {
    if (at % widthPx > widthPx - 4) continue
    sum += stepOf(colours, at, at + 3)
    count++
  }
  return Math.max(1e-5, sum / Math.max(1, count))
}

/** Tells of a cell the blob of its like that it belongs to: its size, the share of its border that is held, and how it is held. */
function bandsOf({ of, widthPx, heightPx }: SmallCells, held: Float32Array, { sizes }: CellMeans) {
  return ({ from, until }: { readonly from: number; readonly until: number }) => {
    const isIn = (cell: number) => (held[cell] as number) > from && (held[cell] as number) < until
    const marks = withValues(new Uint8Array(of.length), (at) => (isIn(of[at] as number) ? 1 : 0))
    const blobOf = new Int32Array(sizes.length).fill(-1)
    const blobs = piecesOfMarks(marks.slice(), widthPx).map(({ pixels }, blob) => {
      let [sum, along, alongHeld] = [0, 0, 0]
      const meet = (next: number) => {
        if (marks[next] === 1) return
        along++
        if ((held[of[next] as number] as number) > 0.5) alongHeld++
      }
      for (const at of pixels) {
        const cell = of[at] as number
        blobOf[cell] = blob
        sum += held[cell] as number
        const column = at % widthPx
        if (column > 0) meet(at - 1)
        if (column + 1 < widthPx) meet(at + 1)
        if (at >= widthPx) meet(at - widthPx)
        if (at + widthPx < widthPx * heightPx) meet(at + widthPx)
      }
      return {
        size: pixels.length,
        beside: along > 0 ? alongHeld / along : 0,
        held: sum / pixels.length,
      }
    })
    return (cell: number, area: number): readonly number[] => {
      const blob = blobs[blobOf[cell] as number]
      return blob === undefined ? [0, 0, 0] : [blob.size / area, blob.beside, blob.held]
    }
  }
}

/** Which sides of the picture a cell lies at: the upper, the lower, either of the others. */
function touchesOf({ of, widthPx, heightPx, count }: SmallCells) {
  const touches = new Uint8Array(count * 3)
  for (let x = 0; x < widthPx; x++) {
    touches[(of[x] as number) * 3] = 1
    touches[(of[(heightPx - 1) * widthPx + x] as number) * 3 + 1] = 1
  }
  for (let row = 0; row < of.length; row += widthPx) {
    touches[(of[row] as number) * 3 + 2] = 1
    touches[(of[row + widthPx - 1] as number) * 3 + 2] = 1
  }
  return (cell: number) => touches.subarray(cell * 3, cell * 3 + 3)
}

function nearestHead<
  Head extends { readonly x: number; readonly y: number; readonly size: number },
>(heads: readonly Head[], x: number, y: number): Head {
  const away = (head: Head) => Math.hypot(x - head.x, y - head.y) / head.size
  return heads.reduce((one, other) => (away(other) < away(one) ? other : one))
}

/**
 * How far it is from a place to the left, to the right, up and down to a pixel that is marked, px; endless
 * where there is none.
 */
function raysFrom(
  marks: Uint8Array,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
  x: number,
  y: number,
): readonly [left: number, right: number, up: number, down: number] {
  const [column, row] = [Math.round(x), Math.round(y)]
  const at = row * widthPx + column
  return [
    stepsTo(marks, at, -1, column + 1),
    stepsTo(marks, at, 1, widthPx - column),
    stepsTo(marks, at, -widthPx, row + 1),
    stepsTo(marks, at, widthPx, heightPx - row),
  ]
}

function stepsTo(marks: Uint8Array, start: number, step: number, most: number): number {
  for (let steps = 0, at = start; steps < most; steps++, at += step)
    if (marks[at] === 1) return steps
  return Number.POSITIVE_INFINITY
}
