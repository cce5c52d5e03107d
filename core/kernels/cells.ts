import type { Address, Arena } from './arena.ts'
import type { ColourPlanes } from './picture-parts.ts'

/** A picture cut into cells, each of which is painted as one. */
export interface Cells {
  readonly widthPx: number
  readonly heightPx: number
  /** The number of each pixel's cell. */
  readonly of: Uint32Array<ArrayBuffer>
  /** Numbers are below this. */
  readonly total: number
}

/** Cells that meet, in the order in which they first do: a value of each list for every border. */
export interface CellBorders {
  readonly one: Uint32Array
  readonly other: Uint32Array
  /** Pairs of pixels across it. */
  readonly lengthPx: Uint32Array
  /** Sum of how far these lie apart, OKLab, colour counting 1.6 times; 0 where no picture was given. */
  readonly apart: Float64Array
  readonly total: number
}

/** What becomes a region of like colour. */
export interface RegionSettings {
  /** Larger joins more: the colour difference a region of one pixel bears, in OKLab. */
  readonly scale: number
  /** Regions smaller than this join their most similar neighbour. */
  readonly minPx: number
}

/** Reaches of `softenPaint` are bytes, so many to a pixel. */
export const REACHES_PER_PX = 4

/** Pictures cut into cells. */
export interface CellKernels {
  /**
   * Makes each blurred edge a step: what lies between its two sides goes over to the nearer one
   * (toggle mapping, Kramer & Bruckner 1975), so that no band of a third colour is painted there.
   */
  sharpenEdges(picture: ColourPlanes): ColourPlanes
  /**
   * Softens a picture by a reach of each place's own (a domain transform); what has none stays, and
   * nothing runs over it.
   * @param reaches for each pixel, in quarters of a pixel
   * @param kinds of each pixel; nothing runs between two. Without them all is of one
   */
  softenPaint(picture: ColourPlanes, reaches: Uint8Array, kinds?: Uint32Array): ColourPlanes
  /**
   * Cuts a picture into regions of like colour: efficient graph-based segmentation (Felzenszwalb &
   * Huttenlocher 2004). Neighbours join in the order of their difference, unless it is large against
   * what lies within either region.
   * @param isFine for each pixel; the fine settings hold above a half
   */
  cutRegions(
    picture: ColourPlanes,
    coarse: RegionSettings,
    fine: RegionSettings,
    isFine: Float32Array<ArrayBuffer>,
  ): Cells
  /** Cells whose pixels all hang together by their sides: what lies apart gets a number of its own. */
  connectCells(cells: Cells): Cells
  /**
   * Which cells meet, side by side or one above the other.
   * @param picture whose colours across a border are compared
   * @param within a number for each pixel: cells meet only within one of them that is not 0
   */
  meetCells(cells: Cells, picture?: ColourPlanes, within?: Uint32Array<ArrayBuffer>): CellBorders
  /**
   * Draws ragged borders smooth: a pixel goes over to the cell that most pixels around it belong to.
   * Clear edges stay where they are, so that a thin eyelid survives.
   */
  roundCells(picture: ColourPlanes, cells: Cells): Cells
  /**
   * Draws borders as a brush would: a pixel goes over to the cell that has most pixels in the disc
   * about it, however unlike they are, unless its own is thin there.
   * @returns the cells, of each pixel the one whose colour it takes, and the colours that they then have
   */
  smoothBorders(
    picture: ColourPlanes,
    cells: Cells,
    reachPx: number,
  ): {
    readonly cells: Cells
    readonly sources: Uint32Array<ArrayBuffer>
    readonly colours: ColourPlanes
  }
}

export interface CellExports {
  cutRegions(
    lightness: Address,
    a: Address,
    b: Address,
    isFine: Address,
    regions: Address,
    w: number,
    h: number,
    coarseScale: number,
    coarseLeast: number,
    fineScale: number,
    fineLeast: number,
  ): number
  connectCells(cells: Address, into: Address, w: number, h: number): number
  /** @returns where five numbers lie: four addresses, and how many borders there are */
  meetCells(
    cells: Address,
    within: Address,
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
  ): Address
  takePixels(values: Address, sources: Address, into: Address, count: number): void
  roundCells(cells: Address, lightness: Address, a: Address, b: Address, w: number, h: number): void
  sharpenEdges(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    intoLightness: Address,
    intoA: Address,
    intoB: Address,
  ): void
  softenPaint(
    lightness: Address,
    a: Address,
    b: Address,
    w: number,
    h: number,
    reaches: Address,
    kinds: Address,
  ): void
  smoothBorders(
    cells: Address,
    w: number,
    h: number,
    reachPx: number,
    sources: Address,
    lightness: Address,
    a: Address,
    b: Address,
  ): void
}

export const cellExports = [
  'cutRegions',
  'connectCells',
  'meetCells',
  'takePixels',
  'roundCells',
  'sharpenEdges',
  'softenPaint',
  'smoothBorders',
] as const satisfies readonly (keyof CellExports)[]

/** The kernels that cut pictures into cells. */
export function cellKernels(wasm: CellExports, arena: Arena): CellKernels {
  const planes = ({ lightness, a, b }: ColourPlanes) =>
    [arena.put(lightness), arena.put(a), arena.put(b)] as const
  return {
    sharpenEdges: (picture) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const bytes = widthPx * heightPx * 4
        const into = [arena.allocate(bytes), arena.allocate(bytes), arena.allocate(bytes)] as const
        wasm.sharpenEdges(...planes(picture), widthPx, heightPx, ...into)
        const plane = (at: Address) => arena.floats(at, widthPx, heightPx).values
        return {
          widthPx,
          heightPx,
          lightness: plane(into[0]),
          a: plane(into[1]),
          b: plane(into[2]),
        }
      }),
    softenPaint: (picture, reaches, kinds) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const [lightness, a, b] = planes(picture)
        const kindAt = kinds === undefined ? 0 : arena.put(kinds)
        wasm.softenPaint(lightness, a, b, widthPx, heightPx, arena.put(reaches), kindAt)
        const plane = (at: Address) => arena.floats(at, widthPx, heightPx).values
        return { widthPx, heightPx, lightness: plane(lightness), a: plane(a), b: plane(b) }
      }),
    cutRegions: (picture, coarse, fine, isFine) =>
      arena.use(() => {
        const { widthPx, heightPx } = picture
        const into = arena.allocate(widthPx * heightPx * 4)
        const total = wasm.cutRegions(
          ...planes(picture),
          arena.put(isFine),
          into,
          widthPx,
          heightPx,
          coarse.scale,
          coarse.minPx,
          fine.scale,
          fine.minPx,
        )
        return { widthPx, heightPx, of: numbersAt(arena, into, widthPx * heightPx), total }
      }),
    connectCells: ({ widthPx, heightPx, of }) =>
      arena.use(() => {
        const into = arena.allocate(of.length * 4)
        const total = wasm.connectCells(arena.put(of), into, widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, into, of.length), total }
      }),
    meetCells: ({ widthPx, heightPx, of }, picture, within) =>
      arena.use(() => {
        const colours = picture === undefined ? ([0, 0, 0] as const) : planes(picture)
        const parts = within === undefined ? 0 : arena.put(within)
        const found = wasm.meetCells(arena.put(of), parts, ...colours, widthPx, heightPx)
        const [one = 0, other = 0, lengthPx = 0, apart = 0, total = 0] = arena.integers(found, 5)
        return {
          one: numbersAt(arena, one, total),
          other: numbersAt(arena, other, total),
          lengthPx: numbersAt(arena, lengthPx, total),
          apart: new Float64Array(arena.bytes(apart, total * 8).buffer),
          total,
        }
      }),
    roundCells: (picture, { widthPx, heightPx, of, total }) =>
      arena.use(() => {
        const cells = arena.put(of)
        wasm.roundCells(cells, ...planes(picture), widthPx, heightPx)
        return { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total }
      }),
    smoothBorders: (picture, { widthPx, heightPx, of, total }, reachPx) =>
      arena.use(() => {
        const cells = arena.put(of)
        const sources = arena.allocate(of.length * 4)
        const before = planes(picture)
        wasm.smoothBorders(cells, widthPx, heightPx, reachPx, sources, ...before)
        const taken = (plane: Address) => {
          const into = arena.allocate(of.length * 4)
          wasm.takePixels(plane, sources, into, of.length)
          return arena.floats(into, widthPx, heightPx).values
        }
        const [lightness, a, b] = before
        return {
          cells: { widthPx, heightPx, of: numbersAt(arena, cells, of.length), total },
          sources: numbersAt(arena, sources, of.length),
          colours: { widthPx, heightPx, lightness: taken(lightness), a: taken(a), b: taken(b) },
        }
      }),
  }
}

/** A copy of numbers that lie at an address. */
export const numbersAt = (arena: Arena, address: Address, count: number) =>
  new Uint32Array(arena.bytes(address, count * 4).buffer)
