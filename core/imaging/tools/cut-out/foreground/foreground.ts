import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'

/** Colours of what is inside and of what lies behind it, 0..1, RGB planes. */
export interface Layers {
  readonly inside: readonly [FloatPlane, FloatPlane, FloatPlane]
  readonly behind: readonly [FloatPlane, FloatPlane, FloatPlane]
}

const COARSE_ROUNDS = 10
const FINE_ROUNDS = 2
/** Levels up to this many pixels can afford the coarse number of rounds. */
const COARSE_PX = 1024

/** Levels up to this many pixels are solved everywhere. */
const EVERYWHERE_PX = 65_536

/**
 * Separates a picture into the two layers that its matte mixes, so that an edge carries no colour
 * of the old background (Germer et al. 2020, fast multi-level foreground estimation).
 * @param reachPx how far from what the matte mixes layers are asked for; further off they are nothing
 */
export async function estimateLayers(
  env: ToolEnvironment,
  picture: Raster,
  alpha: FloatPlane,
  reachPx: number,
): Promise<Layers> {
  const pixels = picture.widthPx * picture.heightPx
  const plane = () => new Float32Array(pixels)
  // Red, green and blue of the inside, then of what lies behind.
  const layers: Solution = [plane(), plane(), plane(), plane(), plane(), plane()]
  let previous: Size = { widthPx: 1, heightPx: 1 }
  for (const size of levels(picture.widthPx, picture.heightPx)) {
    const image = shrunkPicture(picture, size)
    const matte = shrunkPlane(alpha, size)
    const rounds = size.widthPx * size.heightPx <= COARSE_PX ? COARSE_ROUNDS : FINE_ROUNDS
    const isLarge = size.widthPx * size.heightPx > EVERYWHERE_PX
    // Of a smaller one every other pixel is looked at, and a strand between them is a pixel off.
    const reach = (reachPx * size.widthPx) / picture.widthPx + (sameSize(size, picture) ? 0 : 1)
    const mixed = isLarge ? new MixedBlocks({ ...size, values: matte }, reach) : null
    // With a block more on either side, for a pixel asks its neighbours.
    const rows = (y: number) => mixed?.runsAbout(y) ?? [{ from: 0, until: size.widthPx }]
    for (const plane of layers) enlargeInPlace(plane, previous, size, rows)
    const runs = runsOfRows(size, (y) => mixed?.runsOf(y) ?? [{ from: 0, until: size.widthPx }])
    env.kernels.sweepLayers(layers, { ...size, image, matte }, runs, rounds)
    await env.checkpoint()
    previous = size
  }
  const sized = (values: Values): FloatPlane => ({ ...previous, values })
  const [fr, fg, fb, br, bg, bb] = layers
  return { inside: [sized(fr), sized(fg), sized(fb)], behind: [sized(br), sized(bg), sized(bb)] }
}

const BLOCK_PX = 8
/** Nearer to clear or solid than this, nothing is mixed. */
const MIXED = 0.002

interface Run {
  readonly from: number
  readonly until: number
}

/** The blocks of a matte that lie near to where it is neither clear nor solid. */
class MixedBlocks {
  readonly #rows: readonly (readonly Run[])[]
  readonly #about: readonly (readonly Run[])[]

  constructor(matte: FloatPlane, reachPx: number) {
    const reach = Math.ceil(reachPx / BLOCK_PX)
    const mixed = mixedIn(matte)
    const runsOf = (far: number) => grown(mixed, far).map((row) => runsIn(row, matte.widthPx))
    this.#rows = runsOf(reach)
    this.#about = runsOf(reach + 1)
  }

  runsOf(y: number): readonly Run[] {
    return this.#rows[Math.floor(y / BLOCK_PX)] ?? []
  }

  /** The same with a block more on either side. */
  runsAbout(y: number): readonly Run[] {
    return this.#about[Math.floor(y / BLOCK_PX)] ?? []
  }
}

/** 1 for each block, row by row of blocks, in which a matte is neither clear nor solid. */
function mixedIn({ widthPx, heightPx, values }: FloatPlane): readonly Uint8Array[] {
  const across = Math.ceil(widthPx / BLOCK_PX)
  const down = Math.ceil(heightPx / BLOCK_PX)
  const rows = Array.from({ length: down }, () => new Uint8Array(across))
  for (let y = 0; y < heightPx; y++) {
    const row = rows[Math.floor(y / BLOCK_PX)]
    for (let x = 0, at = y * widthPx; row !== undefined && x < widthPx; x++, at++) {
      const value = values[at] as number
      if (value > MIXED && value < 1 - MIXED) row[Math.floor(x / BLOCK_PX)] = 1
    }
  }
  return rows
}

/** Marked blocks and those up to so many beside them. */
function grown(rows: readonly Uint8Array[], reach: number): readonly Uint8Array[] {
  const result = rows.map((row) => new Uint8Array(row.length))
  rows.forEach((row, y) => {
    for (let x = row.indexOf(1); x >= 0; x = row.indexOf(1, x + 1)) {
      const end = Math.min(rows.length, y + reach + 1)
      for (let beside = Math.max(0, y - reach); beside < end; beside++) {
        result[beside]?.fill(1, Math.max(0, x - reach), x + reach + 1)
      }
    }
  })
  return result
}

/** Runs of marked blocks, in px. */
function runsIn(blocks: Uint8Array, widthPx: number): readonly Run[] {
  const runs: Run[] = []
  for (let from = blocks.indexOf(1); from >= 0; ) {
    const end = blocks.indexOf(0, from)
    const until = end < 0 ? blocks.length : end
    runs.push({ from: from * BLOCK_PX, until: Math.min(widthPx, until * BLOCK_PX) })
    from = blocks.indexOf(1, until)
  }
  return runs
}

/** Row, first pixel and the one after the last of each run. */
function runsOfRows(
  { heightPx }: Size,
  runsOf: (y: number) => readonly Run[],
): Int32Array<ArrayBuffer> {
  const numbers: number[] = []
  for (let y = 0; y < heightPx; y++) {
    for (const { from, until } of runsOf(y)) numbers.push(y, from, until)
  }
  return new Int32Array(numbers)
}

type Values = Float32Array<ArrayBuffer>
type Solution = readonly [Values, Values, Values, Values, Values, Values]

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

function levels(widthPx: number, heightPx: number): readonly Size[] {
  const count = Math.ceil(Math.log2(Math.max(widthPx, heightPx)))
  return Array.from({ length: count + 1 }, (_, level) => ({
    widthPx: Math.max(1, Math.round(widthPx ** (level / count))),
    heightPx: Math.max(1, Math.round(heightPx ** (level / count))),
  }))
}

/** Straight RGBA at a size; the picture's own bytes where it has that size. */
function shrunkPicture(picture: Raster, size: Size): Uint8ClampedArray {
  if (sameSize(picture, size)) return picture.rgba
  const result = new Uint8ClampedArray(size.widthPx * size.heightPx * 4)
  eachNearest(picture, size, (from, to) => {
    for (let c = 0; c < 3; c++) result[to * 4 + c] = picture.rgba[from * 4 + c] as number
  })
  return result
}

function shrunkPlane(plane: FloatPlane, size: Size): Values {
  if (sameSize(plane, size)) return plane.values
  const result = new Float32Array(size.widthPx * size.heightPx)
  eachNearest(plane, size, (from, to) => {
    result[to] = plane.values[from] as number
  })
  return result
}

const sameSize = (one: Size, other: Size): boolean =>
  one.widthPx === other.widthPx && one.heightPx === other.heightPx

/** From the end, where nothing lies yet that is still to be read; beside the runs it leaves what is there. */
function enlargeInPlace(
  plane: Float32Array,
  from: Size,
  to: Size,
  runsOf: (y: number) => readonly Run[],
): void {
  const columns = columnsOf(from, to)
  for (let y = to.heightPx - 1; y >= 0; y--) {
    const row = nearest(y, from.heightPx, to.heightPx) * from.widthPx
    const runs = runsOf(y)
    for (let index = runs.length - 1; index >= 0; index--) {
      const run = runs[index] as Run
      for (let x = run.until - 1; x >= run.from; x--) {
        plane[y * to.widthPx + x] = plane[row + (columns[x] as number)] as number
      }
    }
  }
}

const nearest = (at: number, from: number, to: number): number =>
  Math.min(from - 1, Math.floor((at * from) / to))

const columnsOf = (from: Size, to: Size): Int32Array =>
  Int32Array.from({ length: to.widthPx }, (_, x) => nearest(x, from.widthPx, to.widthPx))

function eachNearest(from: Size, to: Size, copy: (from: number, to: number) => void): void {
  const columns = columnsOf(from, to)
  for (let y = 0; y < to.heightPx; y++) {
    const row = nearest(y, from.heightPx, to.heightPx) * from.widthPx
    for (let x = 0; x < to.widthPx; x++) {
      copy(row + (columns[x] as number), y * to.widthPx + x)
    }
  }
}
