import type { FloatPlane } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import { type Cells, numbersAt } from './cells.ts'
import type { ColourPlanes } from './picture-parts.ts'

/** Values between which something begins and is whole. */
export interface Step {
  readonly from: number
  readonly to: number
}

/** Of each block of a plane, the mean square of its slope, and what of it goes across more than down, and along diagonals. */
export type BlockSlopes = Readonly<Record<'square' | 'turned' | 'skewed', FloatPlane>>

/** See {@link Kernels.lostDetails}. */
export type LostLevels = Readonly<
  Record<'widePx' | 'softPx' | 'darkest' | 'dark' | 'light', number>
>

/** Small steps over planes of a picture and of the cells that it is cut into. */
export interface CelPlaneKernels {
  /** A plane that is softened, as a smooth step from one value to another. */
  softSteps(plane: FloatPlane, sigmaPx: number, step: Step): FloatPlane
  /** Colours drawn towards others by a share of each pixel. */
  mixColours(own: ColourPlanes, other: ColourPlanes, share: Float32Array<ArrayBuffer>): ColourPlanes
  /**
   * The slopes of a plane, block by block of `blockPx`.
   * @param aside what is left out where it is more than `most`
   */
  blockSlopes(
    plane: FloatPlane,
    blockPx: number,
    aside: { readonly plane: FloatPlane; readonly most: number } | null,
  ): BlockSlopes
  /**
   * How much deeper a surface lies for each pixel to the right and down: about each place its points are met by a
   * plane (moving least squares).
   * @param points x, y and depth of each
   * @param reachPx how far about a place the points tell of it
   * @param places x and y of each
   * @returns x and y of each slope
   */
  pointSlopes(
    points: Float64Array<ArrayBuffer>,
    reachPx: number,
    places: Float64Array<ArrayBuffer>,
  ): Float64Array<ArrayBuffer>
  /** The sum of a plane over each cell, by its number. */
  sumOverCells(values: Float32Array<ArrayBuffer>, cells: Cells): Float64Array<ArrayBuffer>
  /**
   * A plane in the mean of each cell; where it is wide, drawn towards an even fall-off.
   * @param wide of each cell its number among the wide ones, or less than 0
   * @param weights of each wide one those of 1, x, y, x squared, x times y and y squared, where the longer side goes
   * from -1 to 1
   * @param shade how much of the fall-off is kept, 0..1
   */
  fillCells(
    values: Float32Array<ArrayBuffer>,
    cells: Cells,
    wide: Int32Array<ArrayBuffer>,
    weights: Float64Array<ArrayBuffer>,
    shade: number,
  ): Float32Array<ArrayBuffer>
  /**
   * Cuts cells into a shadow, a tone and a light: by how far what was seen, softened, lies from what is painted.
   * @returns cells, thrice as many, which need not hang together
   */
  cutTones(
    seen: Float32Array<ArrayBuffer>,
    painted: Float32Array<ArrayBuffer>,
    cells: Cells,
    sigmaPx: number,
    step: number,
  ): Cells
  /**
   * Lines where the colours of paint change, and where there are folds, 0 paper to 1.
   * @param papers lines, 1 paper to 0 line
   * @param folds how much of them is drawn though the paint does not change, 0..1
   * @param bare how much of them is not drawn, 0..1
   */
  inkLines(
    paint: ColourPlanes,
    lines: Readonly<Record<'papers' | 'folds' | 'bare', Float32Array<ArrayBuffer>>>,
    border: Step & { readonly reachPx: number; readonly spreadPx: number },
  ): Float32Array<ArrayBuffer>
  /**
   * What paint has lost against what was seen: 1 where it is darkest, 2 dark, 3 light, 0 nothing.
   * @param seen lightness, as `painted`
   * @param share how much each pixel counts, 0..1; up to a half nothing is asked
   * @param levels by how much it is darker or lighter; what is wider than `widePx` is shade, than `softPx` no grain
   */
  lostDetails(
    seen: Float32Array<ArrayBuffer>,
    painted: Float32Array<ArrayBuffer>,
    share: FloatPlane,
    levels: LostLevels,
  ): Uint8Array<ArrayBuffer>
}

export interface CelPlaneExports {
  softSteps(
    plane: Address,
    into: Address,
    w: number,
    h: number,
    sigma: number,
    from: number,
    to: number,
  ): void
  mixPlanes(own: Address, other: Address, share: Address, count: number): void
  blockSlopes(
    plane: Address,
    aside: Address,
    most: number,
    w: number,
    h: number,
    blockPx: number,
    square: Address,
    turned: Address,
    skewed: Address,
  ): void
  pointSlopes(points: Address, count: number, least: number, places: Address, total: number): void
  sumOverCells(values: Address, of: Address, count: number, sums: Address): void
  fillCells(
    values: Address,
    of: Address,
    w: number,
    h: number,
    total: number,
    wide: Address,
    weights: Address,
    shade: number,
    into: Address,
  ): void
  cutTones(
    seen: Address,
    painted: Address,
    of: Address,
    w: number,
    h: number,
    sigma: number,
    step: number,
    into: Address,
  ): void
  inkLines(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    papers: Address,
    folds: Address,
    bare: Address,
    reach: number,
    spread: number,
    from: number,
    to: number,
    into: Address,
  ): void
  lostDetails(
    seen: Address,
    painted: Address,
    share: Address,
    w: number,
    h: number,
    wide: number,
    soft: number,
    darkest: number,
    dark: number,
    light: number,
    into: Address,
  ): void
}

export const celPlaneExports = [
  'softSteps',
  'mixPlanes',
  'blockSlopes',
  'pointSlopes',
  'sumOverCells',
  'fillCells',
  'cutTones',
  'inkLines',
  'lostDetails',
] as const satisfies readonly (keyof CelPlaneExports)[]

/** The kernels for small steps over planes of a picture and of the cells that it is cut into. */
export function celPlaneKernels(wasm: CelPlaneExports, arena: Arena): CelPlaneKernels {
  const doublesAt = (address: number, count: number) =>
    new Float64Array(arena.bytes(address, count * 8).buffer)
  return {
    softSteps: ({ widthPx, heightPx, values }, sigmaPx, { from, to }) =>
      arena.use(() => {
        const into = arena.allocate(values.byteLength)
        wasm.softSteps(arena.put(values), into, widthPx, heightPx, sigmaPx, from, to)
        return arena.floats(into, widthPx, heightPx)
      }),
    mixColours: (own, other, share) =>
      arena.use(() => {
        const { widthPx, heightPx } = own
        const by = arena.put(share)
        const mixed = (plane: 'lightness' | 'a' | 'b') => {
          const into = arena.put(own[plane])
          wasm.mixPlanes(into, arena.put(other[plane]), by, share.length)
          return arena.floats(into, widthPx, heightPx).values
        }
        return { widthPx, heightPx, lightness: mixed('lightness'), a: mixed('a'), b: mixed('b') }
      }),
    blockSlopes: ({ widthPx, heightPx, values }, blockPx, aside) =>
      arena.use(() => {
        const [across, down] = [Math.ceil(widthPx / blockPx), Math.ceil(heightPx / blockPx)]
        const sums = () => arena.put(new Float32Array(across * down))
        const [square, turned, skewed] = [sums(), sums(), sums()] as const
        const beside = aside === null ? 0 : arena.put(aside.plane.values)
        const most = aside?.most ?? 0
        const from = arena.put(values)
        const into = [square, turned, skewed] as const
        wasm.blockSlopes(from, beside, most, widthPx, heightPx, blockPx, ...into)
        const plane = (address: number) => arena.floats(address, across, down)
        return { square: plane(square), turned: plane(turned), skewed: plane(skewed) }
      }),
    pointSlopes: (points, reachPx, places) =>
      arena.use(() => {
        const into = arena.put(places)
        const least = reachPx ** 2
        wasm.pointSlopes(arena.put(points), points.length / 3, least, into, places.length / 2)
        return doublesAt(into, places.length)
      }),
    sumOverCells: (values, { of, total }) =>
      arena.use(() => {
        const sums = arena.put(new Float64Array(total))
        wasm.sumOverCells(arena.put(values), arena.put(of), of.length, sums)
        return doublesAt(sums, total)
      }),
    fillCells: (values, { widthPx, heightPx, of, total }, wide, weights, shade) =>
      arena.use(() => {
        const into = arena.allocate(values.byteLength)
        const [from, cells] = [arena.put(values), arena.put(of)]
        const fallOffs = [arena.put(wide), arena.put(weights)] as const
        wasm.fillCells(from, cells, widthPx, heightPx, total, ...fallOffs, shade, into)
        return arena.floats(into, widthPx, heightPx).values
      }),
    cutTones: (seen, painted, { widthPx, heightPx, of, total }, sigmaPx, step) =>
      arena.use(() => {
        const into = arena.allocate(of.byteLength)
        const from = [arena.put(seen), arena.put(painted), arena.put(of)] as const
        wasm.cutTones(...from, widthPx, heightPx, sigmaPx, step, into)
        return { widthPx, heightPx, of: numbersAt(arena, into, of.length), total: total * 3 }
      }),
    inkLines: (paint, { papers, folds, bare }, { reachPx, spreadPx, from, to }) =>
      arena.use(() => {
        const { widthPx, heightPx } = paint
        const into = arena.allocate(papers.byteLength)
        const colours = [
          arena.put(paint.lightness),
          arena.put(paint.a),
          arena.put(paint.b),
        ] as const
        const lines = [arena.put(papers), arena.put(folds), arena.put(bare)] as const
        const border = [reachPx, spreadPx, from, to] as const
        wasm.inkLines(...colours, widthPx, heightPx, ...lines, ...border, into)
        return arena.floats(into, widthPx, heightPx).values
      }),
    lostDetails: (seen, painted, share, { widePx, softPx, darkest, dark, light }) =>
      arena.use(() => {
        const { widthPx, heightPx, values } = share
        const into = arena.allocate(values.length)
        const from = [arena.put(seen), arena.put(painted), arena.put(values)] as const
        const levels = [widePx, softPx, darkest, dark, light] as const
        wasm.lostDetails(...from, widthPx, heightPx, ...levels, into)
        return arena.bytes(into, values.length)
      }),
  }
}
