import type { Kernels } from '../../../kernels/kernels.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, meansOf, renumbered, sizesOf } from './cells.ts'
import { Joins } from './joins.ts'
import { colourDistance, type OkLabPicture, unitPxOf } from './study.ts'

/** Smaller cells are a texture where they crowd, square thousandths. */
const SMALL = 2500
/** How far a crowd is looked at, thousandths, the shares of small cells that make it, and how much of one is anywhere. */
const CROWD = { reach: 24, from: 0.3, to: 0.65, least: 0.4 }
/** What each thousandth of a border in a crowd must tell: colour difference squared, times thousandths. */
const WORTH = 0.15
/** What is asked rises in so many steps, so that the likest cells become one first. */
const STEPS = 6
/** A cell belongs to people by this share. */
const KEPT = 0.3

/**
 * Simplifies leaves, pebbles and lights into masses, as a background painter does: neighbours become
 * one where their border costs more than it tells (the piecewise constant functional of Mumford and
 * Shah, merged as by Koepfler, Lopez and Morel 1994). A clear object stays.
 * @param kept where people are, who stay as they are, 0..1
 */
export function withMasses(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  kept: Float32Array,
): Cells {
  const unitPx = unitPxOf(picture)
  const crowds = crowdsOf(env, cells, kept, unitPx)
  const merging = new Merging(env.kernels, picture, cells)
  for (let step = 1; step <= STEPS; step++) {
    const worth = (WORTH * unitPx * step) / STEPS
    merging.mergeBelow(
      (one, other) => worth * Math.min(crowds[one] as number, crowds[other] as number),
    )
  }
  return renumbered(cells, (cell) => merging.rootOf(cell))
}

/** How much each cell lies in a crowd of small ones, 0..1; not at all where it is kept. */
function crowdsOf(
  env: ToolEnvironment,
  cells: Cells,
  kept: Float32Array,
  unitPx: number,
): Float64Array {
  const { of, widthPx, heightPx, total } = cells
  const sizes = sizesOf(cells)
  const smallPx = SMALL * unitPx ** 2
  const values = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    if ((sizes[of[at] as number] as number) < smallPx) values[at] = 1
  }
  const about = env.kernels.gaussian({ widthPx, heightPx, values }, CROWD.reach * unitPx).values
  const [crowds, people] = [new Float64Array(total), new Float64Array(total)]
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    crowds[cell] = (crowds[cell] as number) + (about[at] as number)
    people[cell] = (people[cell] as number) + (kept[at] as number)
  }
  return crowds.map((sum, cell) => {
    const size = Math.max(1, sizes[cell] as number)
    if ((people[cell] as number) > KEPT * size) return 0
    return CROWD.least + (1 - CROWD.least) * smoothstep(CROWD.from, CROWD.to, sum / size)
  })
}

interface Border {
  readonly one: number
  readonly other: number
  readonly lengthPx: number
}

/** Cells that grow together. */
class Merging {
  readonly #joins: Joins
  readonly #sizes: Float64Array
  readonly #means: Readonly<Record<'lightness' | 'a' | 'b', Float64Array>>
  #borders: readonly Border[]

  constructor(kernels: Kernels, picture: OkLabPicture, cells: Cells) {
    const sizes = sizesOf(cells)
    this.#joins = new Joins(cells.total)
    this.#sizes = Float64Array.from(sizes)
    this.#means = meansOf(picture, cells, sizes)
    const { one, other, lengthPx, total } = kernels.meetCells(cells)
    this.#borders = Array.from({ length: total }, (_, border) => ({
      one: one[border] as number,
      other: other[border] as number,
      lengthPx: lengthPx[border] as number,
    }))
  }

  rootOf(cell: number): number {
    return this.#joins.rootOf(cell)
  }

  /** Joins cells of whose border each pixel is worth less than this. */
  mergeBelow(worthOf: (one: number, other: number) => number): void {
    for (const border of this.#borders) {
      const [one, other] = [this.rootOf(border.one), this.rootOf(border.other)]
      if (
        one !== other &&
        this.#tells(one, other) < worthOf(one, other) * this.#cost(one, other, border)
      ) {
        this.#join(one, other)
      }
    }
    this.#gather()
  }

  /** How much worse both would be painted in one colour. */
  #tells(one: number, other: number): number {
    const [n, m] = [this.#sizes[one] as number, this.#sizes[other] as number]
    return ((n * m) / (n + m)) * colourDistance(this.#means, one, other) ** 2
  }

  /** A border costs its length, but that of a line or of a letter no more than a disc's as large as it. */
  #cost(one: number, other: number, { lengthPx }: Border): number {
    const smaller = Math.min(this.#sizes[one] as number, this.#sizes[other] as number)
    return Math.min(lengthPx, 2 * Math.sqrt(Math.PI * smaller))
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
    const found = new Map<number, { one: number; other: number; lengthPx: number }>()
    for (const border of this.#borders) {
      const [one, other] = [this.rootOf(border.one), this.rootOf(border.other)]
      if (one === other) continue
      const key = Math.min(one, other) * this.#sizes.length + Math.max(one, other)
      const known = found.get(key)
      if (known === undefined) found.set(key, { one, other, lengthPx: border.lengthPx })
      else known.lengthPx += border.lengthPx
    }
    this.#borders = [...found.values()]
  }
}
