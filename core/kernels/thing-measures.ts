import type { Address, Arena } from './arena.ts'
import type { CellMeans } from './cell-measures.ts'
import { type Cells, numbersAt } from './cells.ts'
import type { ColourPlanes } from './picture-parts.ts'

/** A thing for each kind of pixel, by its number; 0 for none. */
export interface KindsOfThings {
  readonly kinds: Uint32Array<ArrayBuffer>
  readonly things: Uint32Array<ArrayBuffer>
}

/** See {@link ThingMeasureKernels.spreadsInSquares}. */
export interface SpreadsAsked {
  readonly sidePx: number
  /** Every so many rows of a square are looked at. */
  readonly everyRow: number
  /** Pixels that a thing has at least which fills a square: more than half of those that are looked at. */
  readonly leastPx: number
  /** How much more than light colour counts, squared. */
  readonly colour: number
}

/** See {@link ThingMeasureKernels.differFromTones}; squares are of distances, OKLab. */
export interface TonesAsked {
  /** The kind of the first thing's first tone, and how many tones each has. */
  readonly first: number
  readonly tones: number
  /** What differs by more, squared, is not of its thing; no pixel counts for more than the most. */
  readonly far: number
  readonly most: number
  /** How much more than light colour counts; in the dark, which ends between two lights, so much. */
  readonly colour: Readonly<Record<'weight' | 'dark' | 'from' | 'to', number>>
  /** A patch of light is so much lighter than all tones, and so near in colour against its light, squared. */
  readonly lit: Readonly<Record<'lighter' | 'near', number>>
}

/** What things in a picture are like, each of several cells. */
export interface ThingMeasureKernels {
  /**
   * How far the colours of the thing that fills a square spread (standard deviation), for each whole square, row by
   * row: its thing, 0 for none, and the spread.
   */
  spreadsInSquares(
    picture: ColourPlanes,
    of: KindsOfThings,
    asked: SpreadsAsked,
  ): {
    readonly things: Uint32Array<ArrayBuffer>
    readonly spreads: Float64Array<ArrayBuffer>
  }
  /**
   * Where pixels of things differ from all of their tones, and by how much, squared, they do so together.
   * @param kinds of each pixel its tone; below the first for what is of no thing
   * @param tones of each kind how many pixels it has, and its colour
   * @param count of things, from 0 for none
   */
  differFromTones(
    picture: ColourPlanes,
    kinds: Uint32Array<ArrayBuffer>,
    tones: CellMeans,
    count: number,
    asked: TonesAsked,
  ): {
    /** 1 at each pixel that differs. */
    readonly differs: Uint8Array<ArrayBuffer>
    /** 1 at each of them that has its thing's colour in a brighter light. */
    readonly isLit: Uint8Array<ArrayBuffer>
    /** Of each thing by how much its pixels differ together, and how many it has. */
    readonly away: Float64Array<ArrayBuffer>
    readonly pixels: Uint32Array<ArrayBuffer>
  }
  /**
   * What least squares ask of the pixels of wide cells for an even fall-off of their colours: 1, x, y, x squared, x
   * times y, y squared, where the longer side goes from -1 to 1.
   * @param wide of each cell its number among the wide ones, or less than 0
   * @param total of wide cells
   * @param every so many pixels of a row and rows are looked at
   * @returns of each wide cell the products of its terms with each other, of which half are told, and with
   * lightness, a and b
   */
  fallOffSums(
    picture: ColourPlanes,
    cells: Cells,
    wide: Int32Array<ArrayBuffer>,
    total: number,
    every: number,
  ): {
    readonly products: Float64Array<ArrayBuffer>
    readonly sums: Float64Array<ArrayBuffer>
  }
}

export interface ThingMeasureExports {
  spreadsInSquares(
    lightness: Address,
    a: Address,
    b: Address,
    kinds: Address,
    things: Address,
    w: number,
    h: number,
    side: number,
    rows: number,
    least: number,
    colour: number,
    owners: Address,
    spreads: Address,
  ): void
  differFromTones(
    lightness: Address,
    a: Address,
    b: Address,
    kinds: Address,
    count: number,
    first: number,
    tones: number,
    sizes: Address,
    lights: Address,
    reds: Address,
    yellows: Address,
    far: number,
    most: number,
    weight: number,
    dark: number,
    from: number,
    to: number,
    lighter: number,
    near: number,
    differs: Address,
    isLit: Address,
    away: Address,
    pixels: Address,
  ): void
  fallOffSums(
    lightness: Address,
    a: Address,
    b: Address,
    cells: Address,
    w: number,
    h: number,
    wide: Address,
    every: number,
    products: Address,
    sums: Address,
  ): void
}

export const thingMeasureExports = [
  'spreadsInSquares',
  'differFromTones',
  'fallOffSums',
] as const satisfies readonly (keyof ThingMeasureExports)[]

const TERMS = 6

/** The kernels that tell what things are like. */
export function thingMeasureKernels(wasm: ThingMeasureExports, arena: Arena): ThingMeasureKernels {
  const planes = ({ lightness, a, b }: ColourPlanes) =>
    [arena.put(lightness), arena.put(a), arena.put(b)] as const
  const doubles = (count: number) => arena.put(new Float64Array(count))
  const numbers = (count: number) => arena.put(new Uint32Array(count))
  const doublesAt = (address: Address, count: number) =>
    new Float64Array(arena.bytes(address, count * 8).buffer)
  return {
    spreadsInSquares: (picture, { kinds, things }, { sidePx, everyRow, leastPx, colour }) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const squares = Math.floor(widthPx / sidePx) * Math.floor(heightPx / sidePx)
        const from = [...planes(picture), arena.put(kinds), arena.put(things)] as const
        const [owners, spreads] = [numbers(squares), doubles(squares)]
        const asked = [sidePx, everyRow, leastPx, colour] as const
        wasm.spreadsInSquares(...from, widthPx, heightPx, ...asked, owners, spreads)
        return { things: numbersAt(arena, owners, squares), spreads: doublesAt(spreads, squares) }
      }),
    differFromTones: (picture, kinds, { sizes, lightness, a, b }, count, asked) =>
      arena.use(() => {
        const { first, tones, far, most, colour, lit } = asked
        const from = [...planes(picture), arena.put(kinds), kinds.length, first, tones] as const
        const means = [arena.put(sizes), arena.put(lightness), arena.put(a), arena.put(b)] as const
        const how = [colour.weight, colour.dark, colour.from, colour.to] as const
        const flags = () => arena.put(new Uint8Array(kinds.length))
        const [differs, isLit] = [flags(), flags()]
        const [away, pixels] = [doubles(count), numbers(count)]
        const into = [differs, isLit, away, pixels] as const
        wasm.differFromTones(...from, ...means, far, most, ...how, lit.lighter, lit.near, ...into)
        return {
          differs: arena.bytes(differs, kinds.length),
          isLit: arena.bytes(isLit, kinds.length),
          away: doublesAt(away, count),
          pixels: numbersAt(arena, pixels, count),
        }
      }),
    fallOffSums: (picture, { widthPx, heightPx, of }, wide, total, every) =>
      arena.use(() => {
        const [products, sums] = [doubles(total * TERMS * TERMS), doubles(total * TERMS * 3)]
        const from = [...planes(picture), arena.put(of), widthPx, heightPx] as const
        wasm.fallOffSums(...from, arena.put(wide), every, products, sums)
        return {
          products: doublesAt(products, total * TERMS * TERMS),
          sums: doublesAt(sums, total * TERMS * 3),
        }
      }),
  }
}
