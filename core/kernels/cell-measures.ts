import type { Address, Arena } from './arena.ts'
import { type Cells, numbersAt } from './cells.ts'
import type { ColourPlanes } from './picture-parts.ts'

/** Pixels of each cell and the mean of their colours, by its number. */
export interface CellMeans {
  readonly sizes: Uint32Array<ArrayBuffer>
  readonly lightness: Float64Array<ArrayBuffer>
  readonly a: Float64Array<ArrayBuffer>
  readonly b: Float64Array<ArrayBuffer>
}

/** How the few colours of a pattern are looked for. */
export interface FewColoursAsked {
  /** No more colours than this. */
  readonly most: number
  /** How often all are moved to their means when there is one more. */
  readonly rounds: number
  /** Share of the farthest places that are noise, 0..1. */
  readonly noise: number
  /** No colour is nearer to another than this, OKLab. */
  readonly apart: number
}

/** What cells and other parts of a picture are like, and which are too small. */
export interface CellMeasureKernels {
  /** How large each cell is, and its mean colour, by its number. */
  cellMeans(picture: ColourPlanes, cells: Cells): CellMeans
  /**
   * Gives each cell that is too small to the neighbour it has the longest border with, the smallest first.
   * @param cells that hang together
   * @param leastPx how many pixels each cell needs, by its number
   * @param within a number for each pixel: neighbours meet only within one of them that is not 0
   */
  dropSpecks(
    cells: Cells,
    leastPx: Float64Array<ArrayBuffer>,
    within?: Uint32Array<ArrayBuffer>,
  ): Cells
  /**
   * The few colours of some pixels, and which of them each is nearest to: each begins as the one that is farthest
   * from all before, then all are moved to their means (k-means).
   * @param places numbers of the pixels, one at least
   * @param looked those of them that tell the colours, one at least
   */
  fewColours(
    picture: ColourPlanes,
    places: Uint32Array<ArrayBuffer>,
    looked: Uint32Array<ArrayBuffer>,
    asked: FewColoursAsked,
  ): {
    /** Lightness, a and b of each. */
    readonly colours: Float64Array<ArrayBuffer>
    /** Of each place the number of its colour. */
    readonly numbers: Uint8Array<ArrayBuffer>
  }
}

export interface CellMeasureExports {
  cellMeans(
    lightness: Address,
    a: Address,
    b: Address,
    of: Address,
    count: number,
    total: number,
    sizes: Address,
    light: Address,
    reds: Address,
    yellows: Address,
  ): void
  dropSpecks(
    of: Address,
    total: number,
    least: Address,
    within: Address,
    w: number,
    h: number,
  ): void
  fewColours(
    lightness: Address,
    a: Address,
    b: Address,
    places: Address,
    total: number,
    looked: Address,
    count: number,
    most: number,
    rounds: number,
    noise: number,
    least: number,
    into: Address,
    numbers: Address,
  ): number
}

export const cellMeasureExports = [
  'cellMeans',
  'dropSpecks',
  'fewColours',
] as const satisfies readonly (keyof CellMeasureExports)[]

/** The kernels that tell what cells and other parts of a picture are like, and which are too small. */
export function cellMeasureKernels(wasm: CellMeasureExports, arena: Arena): CellMeasureKernels {
  const doubles = (count: number) => arena.put(new Float64Array(count))
  const doublesAt = (address: number, count: number) =>
    new Float64Array(arena.bytes(address, count * 8).buffer)
  return {
    cellMeans: ({ lightness, a, b }, { of, total }) =>
      arena.use(() => {
        const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
        const sizes = arena.put(new Uint32Array(total))
        const means = [doubles(total), doubles(total), doubles(total)] as const
        wasm.cellMeans(...planes, arena.put(of), of.length, total, sizes, ...means)
        const [ofLight, ofA, ofB] = means
        return {
          sizes: numbersAt(arena, sizes, total),
          lightness: doublesAt(ofLight, total),
          a: doublesAt(ofA, total),
          b: doublesAt(ofB, total),
        }
      }),
    dropSpecks: ({ widthPx, heightPx, of, total }, leastPx, within) =>
      arena.use(() => {
        const cells = arena.put(of)
        const parts = within === undefined ? 0 : arena.put(within)
        wasm.dropSpecks(cells, total, arena.put(leastPx), parts, widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total }
      }),
    fewColours: ({ lightness, a, b }, places, looked, { most, rounds, noise, apart }) =>
      arena.use(() => {
        const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
        const [into, numbers] = [arena.allocate(most * 24), arena.allocate(places.length)]
        const asked = [arena.put(looked), looked.length, most, rounds, noise, apart ** 2] as const
        const from = arena.put(places)
        const found = wasm.fewColours(...planes, from, places.length, ...asked, into, numbers)
        return { colours: doublesAt(into, found * 3), numbers: arena.bytes(numbers, places.length) }
      }),
  }
}
