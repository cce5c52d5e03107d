import type { Kernels } from '../../../kernels/kernels.ts'
import { type Cells, type Means, sizesOf } from './cells.ts'
import { Joins } from './joins.ts'
import { colourDistance, type OkLabPicture } from './study.ts'

interface Border {
  readonly one: number
  readonly other: number
  readonly lengthPx: number
  /** Sum of how far pixels across it lie apart; 0 where no picture was given. */
  readonly steps: number
}

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
  #borders: readonly Border[]

  /**
   * @param means of the cells, which are written on
   * @param picture in which steps are seen
   * @param within 0 at each pixel whose cell stays as it is
   */
  constructor(
    kernels: Kernels,
    cells: Cells,
    means: Means,
    picture?: OkLabPicture,
    within?: Uint32Array<ArrayBuffer>,
  ) {
    this.#joins = new Joins(cells.total)
    this.#sizes = Float64Array.from(sizesOf(cells))
    this.#means = means
    const { one, other, lengthPx, apart, total } = kernels.meetCells(cells, picture, within)
    this.#borders = Array.from({ length: total }, (_, border) => ({
      one: one[border] as number,
      other: other[border] as number,
      lengthPx: lengthPx[border] as number,
      steps: apart[border] as number,
    }))
  }

  rootOf(cell: number): number {
    return this.#joins.rootOf(cell)
  }

  /** Joins neighbours of whom this holds, in the order in which they first meet. */
  mergeWhere(areOne: (neighbours: Neighbours) => boolean): void {
    for (const border of this.#borders) {
      const [one, other] = [this.rootOf(border.one), this.rootOf(border.other)]
      if (one === other) continue
      const [n, m] = [this.#sizes[one] as number, this.#sizes[other] as number]
      const apart = colourDistance(this.#means, one, other)
      const tells = ((n * m) / (n + m)) * apart ** 2
      // A border costs its length, but that of a line or of a letter no more than a disc's as large as it.
      const costPx = Math.min(border.lengthPx, 2 * Math.sqrt(Math.PI * Math.min(n, m)))
      const step = border.steps / border.lengthPx
      if (areOne({ one, other, tells, costPx, apart, step })) this.#join(one, other)
    }
    this.#gather()
  }

  #join(one: number, other: number): void {
    const [n, m] = [this.#sizes[one] as number, this.#sizes[other] as number]
    for (const mean of Object.values(this.#means)) {
      mean[one] = ((mean[one] as number) * n + (mean[other] as number) * m) / (n + m)
    }
    this.#sizes[one] = n + m
    this.#joins.join(one, other)
  }

  /** The borders between the same two are one. */
  #gather(): void {
    const found = new Map<number, { one: number; other: number; lengthPx: number; steps: number }>()
    for (const border of this.#borders) {
      const [one, other] = [this.rootOf(border.one), this.rootOf(border.other)]
      if (one === other) continue
      const key = Math.min(one, other) * this.#sizes.length + Math.max(one, other)
      const known = found.get(key)
      if (known === undefined) found.set(key, { ...border, one, other })
      else {
        known.lengthPx += border.lengthPx
        known.steps += border.steps
      }
    }
    this.#borders = [...found.values()]
  }
}
