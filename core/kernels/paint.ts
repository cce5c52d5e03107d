import { GAMMA, LINEAR } from '../pixels/oklab.ts'
import { createRaster } from '../pixels/pixels.ts'
import type { Raster } from '../pixels/raster.ts'
import type { Address, Arena } from './arena.ts'
import { numbersAt } from './cells.ts'
import type { ColourPlanes, PhotoRows } from './picture-parts.ts'

/** Cells with their colours and the ink over them, one value a pixel. */
export interface Paint {
  readonly widthPx: number
  readonly heightPx: number
  readonly cells: Uint32Array<ArrayBuffer>
  /** Red, green and blue, 0..255, and a fourth of no use. */
  readonly quads: Float32Array<ArrayBuffer>
  /** 0..1. */
  readonly ink: Float32Array<ArrayBuffer>
}

/** Rows of a small picture about those that are drawn, which tell how borders go on. */
export const CEL_ROWS_ABOUT = { above: 5, below: 6 } as const

/** Rows of a small picture cut into cells, each painted flat or in a slow change of colour. */
export interface CelRows {
  readonly widthPx: number
  readonly heightPx: number
  /** The number of each pixel's cell. */
  readonly cells: Uint32Array<ArrayBuffer>
  /** RGB 0..255 and a 1 for each pixel. */
  readonly colours: Float32Array<ArrayBuffer>
  /** 0 paint to 1 ink. */
  readonly ink: Float32Array<ArrayBuffer>
  /** The first of these rows in the whole small picture, and how many it has. */
  readonly originPx: number
  readonly wholeHeightPx: number
}

/** What lines are drawn with. */
export interface InkPen {
  /** RGB 0..255. */
  readonly colour: readonly [red: number, green: number, blue: number]
  /** How much of the colour below comes through, 0..1. */
  readonly tinge: number
  readonly opacity: number
}

/** Colours brought to OKLab and back; paint moved, and drawn at its photo's size. */
export interface PaintKernels {
  /** The colours of a picture, of whose alpha nothing is asked. */
  okLab(picture: Raster): ColourPlanes
  /** Red, green and blue of each pixel, 0..255, and a 1 after each three. */
  quadsOfOkLab(colours: ColourPlanes): Float32Array<ArrayBuffer>
  /**
   * Paint as it lies at places between its pixels: where cells meet, the cell that has most of the
   * place, in the mean of its own colours about it.
   * @param places x and y of each, px; of what is no number nothing is asked
   */
  warpPaint(paint: Paint, places: Float64Array<ArrayBuffer>): Pick<Paint, 'cells' | 'quads' | 'ink'>
  /**
   * Draws small cells at a photo's size with smooth edges a pixel wide, under lines of ink. The
   * result keeps the alpha of the photo's rows.
   * @param small the rows that the photo's lie in, {@link CEL_ROWS_ABOUT} more above and below
   */
  drawCels(small: CelRows, photo: PhotoRows, pen: InkPen): Raster
}

export interface PaintExports {
  okLab(
    pixels: Address,
    linear: Address,
    count: number,
    lightness: Address,
    a: Address,
    b: Address,
  ): void
  quadsOfOkLab(
    lightness: Address,
    a: Address,
    b: Address,
    gamma: Address,
    count: number,
    into: Address,
  ): void
  warpPaint(
    cells: Address,
    quads: Address,
    ink: Address,
    w: number,
    h: number,
    places: Address,
    count: number,
    intoCells: Address,
    intoQuads: Address,
    intoInk: Address,
  ): void
  drawCels(
    cells: Address,
    quads: Address,
    ink: Address,
    smallW: number,
    rows: number,
    origin: number,
    smallH: number,
    pixels: Address,
    w: number,
    h: number,
    top: number,
    wholeH: number,
    pen: Address,
  ): void
}

export const paintExports = [
  'okLab',
  'quadsOfOkLab',
  'warpPaint',
  'drawCels',
] as const satisfies readonly (keyof PaintExports)[]

/** The kernels that bring colours to OKLab and back, and move paint. */
export const paintKernels = (wasm: PaintExports, arena: Arena): PaintKernels => ({
  okLab: ({ widthPx, heightPx, rgba }) =>
    arena.use(() => {
      const from = arena.put(rgba)
      const table = arena.put(LINEAR)
      const place = () => arena.allocate(rgba.length)
      const [lightness, a, b] = [place(), place(), place()] as const
      wasm.okLab(from, table, widthPx * heightPx, lightness, a, b)
      const plane = (address: number) => arena.floats(address, widthPx, heightPx).values
      return { widthPx, heightPx, lightness: plane(lightness), a: plane(a), b: plane(b) }
    }),
  quadsOfOkLab: ({ lightness, a, b }) =>
    arena.use(() => {
      const count = lightness.length
      const planes = [arena.put(lightness), arena.put(a), arena.put(b)] as const
      const into = arena.allocate(count * 16)
      wasm.quadsOfOkLab(...planes, arena.put(GAMMA), count, into)
      return arena.floats(into, count, 4).values
    }),
  drawCels: (small, photo, pen) => arena.use(() => drawCels(wasm, arena, small, photo, pen)),
  warpPaint: ({ widthPx, heightPx, cells, quads, ink }, places) =>
    arena.use(() => {
      const count = places.length / 2
      const paint = [arena.put(cells), arena.put(quads), arena.put(ink)] as const
      const into = [count * 4, count * 16, count * 4].map((bytes) => arena.allocate(bytes))
      const [intoCells = 0, intoQuads = 0, intoInk = 0] = into
      const from = arena.put(places)
      wasm.warpPaint(...paint, widthPx, heightPx, from, count, intoCells, intoQuads, intoInk)
      return {
        cells: numbersAt(arena, intoCells, count),
        quads: arena.floats(intoQuads, count, 4).values,
        ink: arena.floats(intoInk, count, 1).values,
      }
    }),
})

function drawCels(
  wasm: PaintExports,
  arena: Arena,
  { widthPx, heightPx, cells, colours, ink, originPx, wholeHeightPx }: CelRows,
  { rows, topPx, wholeHeightPx: wholePx }: PhotoRows,
  { colour, tinge, opacity }: InkPen,
): Raster {
  const pixels = arena.put(rows.rgba)
  wasm.drawCels(
    arena.put(cells),
    arena.put(colours),
    arena.put(ink),
    widthPx,
    heightPx,
    originPx,
    wholeHeightPx,
    pixels,
    rows.widthPx,
    rows.heightPx,
    topPx,
    wholePx,
    arena.put(Float32Array.from([...colour, tinge, opacity])),
  )
  return arena.raster(pixels, createRaster(rows.widthPx, rows.heightPx))
}
