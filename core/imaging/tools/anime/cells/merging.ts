import type { CellBorders } from '../../../../kernels/cells.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import { colourDistance } from '../../../../pixels/colour-distance.ts'
import type { OkLabPicture } from '../study.ts'
import type { Cells, Means, SizedMeans } from './cells.ts'
import { Joins } from './joins.ts'
import { PairTable } from './pair-table.ts'

/** What is asked of two neighbours that may become one. */
export interface Neighbours {
  readonly one: number
  readonly other: number
  /** How much worse both would be painted in one colour: squared distance times pixels. */
  readonly tells: number
  /** What their border costs, px. */
  readonly costPx: number
  /** How far their colours lie apart. */
  readonly apart: number
  /** How far pixels across their border lie apart on average; 0 where no picture was given. */
  readonly step: number
}

/** Cells that grow together. */
export class Merging {
  readonly #joins: Joins
  readonly #sizes: Float64Array
  readonly #means: Means
  /** Of the borders that are left, which come first: whom they part, their lengths and sums of steps. */
  readonly #borders: CellBorders
  #total: number
  /** Written over for each border that is asked about: an object for each would be much garbage. */
  readonly #asked = {
    one: 0,
    other: 0,
    tells: Number.NaN,
    costPx: Number.NaN,
    apart: Number.NaN,
    step: Number.NaN,
  }

  /**
   * @param seen sizes of the cells, and their means, which are written on
   * @param picture in which steps are seen
   * @param within 0 at each pixel whose cell stays as it is
   */
  constructor(
    kernels: Kernels,
    cells: Cells,
    { sizes, ...means }: SizedMeans,
    picture?: OkLabPicture,
    within?: Uint32Array<ArrayBuffer>,
  ) {
    this.#joins = new Joins(cells.total)
    this.#sizes = new Float64Array(sizes)
    this.#means = means
    this.#borders = kernels.meetCells(cells, picture, within)
    this.#total = this.#borders.total
  }

  rootOf(cell: number): number {
    return this.#joins.rootOf(cell)
  }

  /**
   * Joins neighbours of whom this holds, in the order in which they first meet.
   * @param areOne is given the same object again and again, with other numbers
   */
  mergeWhere(areOne: (neighbours: Neighbours) => boolean): void {
    let isJoined = false
    for (let border = 0; border < this.#total; border++) {
      if (!this.#isCrossed(border, areOne)) continue
      const { one, other } = this.#borders
      this.#join(this.rootOf(one[border] as number), this.rootOf(other[border] as number))
      isJoined = true
    }
    if (isJoined) this.#gather()
  }

  #isCrossed(border: number, areOne: (neighbours: Neighbours) => boolean): boolean {
    const borders = this.#borders
    const one = this.rootOf(borders.one[border] as number)
    const other = this.rootOf(borders.other[border] as number)
    if (one === other) return false
    const n = this.#sizes[one] as number
    const m = this.#sizes[other] as number
    const lengthPx = borders.lengthPx[border] as number
    const asked = this.#asked
    const apart = colourDistance(this.#means, one, other)
    asked.one = one
    asked.other = other
    asked.apart = apart
    asked.tells = ((n * m) / (n + m)) * apart ** 2
    // A border costs its length, but that of a line or of a letter no more than a disc's as large as it.
    asked.costPx = Math.min(lengthPx, 2 * Math.sqrt(Math.PI * Math.min(n, m)))
    asked.step = (borders.apart[border] as number) / lengthPx
    return areOne(asked)
  }

  #join(one: number, other: number): void {
    const n = this.#sizes[one] as number
    const m = this.#sizes[other] as number
    const { lightness, a, b } = this.#means
    for (const mean of [lightness, a, b]) {
      mean[one] = ((mean[one] as number) * n + (mean[other] as number) * m) / (n + m)
    }
    this.#sizes[one] = n + m
    this.#joins.join(one, other)
  }

  /** The borders between the same two become one, in place: none is written before it was read. */
  #gather(): void {
    const { one, other, lengthPx, apart } = this.#borders
    const known = new PairTable(this.#total)
    for (let border = 0; border < this.#total; border++) {
      const first = this.rootOf(one[border] as number)
      const second = this.rootOf(other[border] as number)
      if (first === second) continue
      const length = lengthPx[border] as number
      const steps = apart[border] as number
      const before = known.count
      const into = known.indexOf(Math.min(first, second), Math.max(first, second))
      const isNew = into === before
      one[into] = isNew ? first : (one[into] as number)
      other[into] = isNew ? second : (other[into] as number)
      lengthPx[into] = isNew ? length : (lengthPx[into] as number) + length
      apart[into] = isNew ? steps : (apart[into] as number) + steps
    }
    this.#total = known.count
  }
}
