import type { Kernels } from '../../../kernels/kernels.ts'
import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, sizesOf } from './cells/cells.ts'
import type { OkLabPicture } from './study.ts'

/** A cel that is being painted: cells, their colours, and where no ink is wanted. */
export class Cel {
  readonly widthPx: number
  readonly heightPx: number
  readonly cells: Uint32Array<ArrayBuffer>
  readonly colours: OkLabPicture
  /** How far ink steps back, 0..1. */
  readonly bare: Float32Array<ArrayBuffer>
  /** How much ink is drawn though the paint does not change, as on folds, 0..1. */
  readonly folds: Float32Array<ArrayBuffer>
  /** Lines that are shorter than this are left out, px. */
  readonly shortest: Float32Array<ArrayBuffer>
  /** Of each cell the thing of which it is a tone; 0 for none. */
  readonly #things: Uint32Array
  /** Cells of strokes, and of hair. */
  readonly #strokes: number[] = []
  readonly #hairs = new Set<number>()
  #total: number

  /**
   * @param colours of the cells, which change as it is painted
   * @param things of each cell the thing of which it is a tone; 0 for none
   */
  constructor(
    { widthPx, heightPx, of, total }: Cells,
    colours: OkLabPicture,
    things: Uint32Array = new Uint32Array(0),
  ) {
    this.widthPx = widthPx
    this.heightPx = heightPx
    this.cells = of.slice()
    this.colours = colours
    this.bare = new Float32Array(of.length)
    this.folds = new Float32Array(of.length)
    this.shortest = new Float32Array(of.length)
    this.#things = things
    this.#total = total
  }

  /** Whether two cells are tones of one thing, between which no line is drawn. */
  areOneThing(one: number, other: number): boolean {
    const thing = this.#things[one] ?? 0
    return thing !== 0 && thing === this.#things[other]
  }

  /** Numbers of cells are below this. */
  get total(): number {
    return this.#total
  }

  /** Numbers of cells that are not in use yet; the first of `count`. */
  newCells(count: number): number {
    const first = this.#total
    this.#total += count
    return first
  }

  /** The same for cells that are strokes of the brush: each is many small ones, which lie all over the picture. */
  newStrokes(count: number): number {
    const first = this.newCells(count)
    for (let k = 0; k < count; k++) this.#strokes.push(first + k)
    return first
  }

  /** The same for cells that are hair. */
  newHair(count: number): number {
    const first = this.newCells(count)
    for (let k = 0; k < count; k++) this.#hairs.add(first + k)
    return first
  }

  /** 1 for each cell, by its number, that is hair. */
  hairs(): Uint8Array {
    const isHair = new Uint8Array(this.#total)
    for (const cell of this.#hairs) isHair[cell] = 1
    return isHair
  }

  /** 1 for each cell, by its number, that is strokes. */
  strokes(): Uint8Array {
    const areStrokes = new Uint8Array(this.#total)
    for (const stroke of this.#strokes) areStrokes[stroke] = 1
    return areStrokes
  }

  /** Pixels of each cell, by its number; none of strokes. */
  sizes(): Uint32Array {
    const { widthPx, heightPx, cells: of } = this
    const sizes = sizesOf({ widthPx, heightPx, of, total: this.#total })
    for (const stroke of this.#strokes) sizes[stroke] = 0
    return sizes
  }

  set(at: number, cell: number, light: number, a: number, b: number): void {
    this.cells[at] = cell
    this.colours.lightness[at] = light
    this.colours.a[at] = a
    this.colours.b[at] = b
  }

  /** Draws the borders of cells smooth. @param reachPx how wide a wobble is that goes */
  smoothBorders(env: ToolEnvironment, reachPx: number): void {
    const { widthPx, heightPx } = this
    const whole = { widthPx, heightPx, of: this.cells, total: this.#total }
    const { cells, colours, sources } = env.kernels.smoothBorders(this.colours, whole, reachPx)
    this.cells.set(cells.of)
    for (const plane of ['lightness', 'a', 'b'] as const) this.colours[plane].set(colours[plane])
    giveBack(env, [cells.of, sources, colours.lightness, colours.a, colours.b])
  }

  /**
   * Softens the paint, each place by its own reach.
   * @param reaches of `softenPaint`
   * @param kinds of each pixel; nothing runs between two. Without them all is of one
   */
  soften(env: ToolEnvironment, reaches: Uint8Array, kinds?: Uint32Array): void {
    const soft = env.kernels.softenPaint(this.colours, reaches, kinds)
    for (const plane of ['lightness', 'a', 'b'] as const) this.colours[plane].set(soft[plane])
    giveBack(env, [soft.lightness, soft.a, soft.b])
  }

  /** All that nobody reads any more once colours and ink have been made of it. */
  spent(): readonly Float32Array<ArrayBuffer>[] {
    const { lightness, a, b } = this.colours
    return [lightness, a, b, this.bare, this.folds, this.shortest]
  }

  /** Red, green and blue of each pixel, 0..255, and a 1 after each three. */
  quads(kernels: Kernels): Float32Array<ArrayBuffer> {
    return kernels.quadsOfOkLab(this.colours)
  }
}
