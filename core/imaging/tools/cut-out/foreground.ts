import type { JobContext } from '../../../jobs.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'

/** Colours of what is inside and of what lies behind it, 0..1, RGB planes. */
export interface Layers {
  readonly inside: readonly [FloatPlane, FloatPlane, FloatPlane]
  readonly behind: readonly [FloatPlane, FloatPlane, FloatPlane]
}

const REGULARISATION = 1e-4
const GRADIENT_WEIGHT = 1
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
  job: JobContext,
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
    for (let round = 0; round < rounds; round++) {
      for (let y = 0; y < size.heightPx; y++) {
        const runs = mixed?.runsOf(y) ?? [{ from: 0, until: size.widthPx }]
        for (const run of runs) solveRow(layers, image, matte, size, y, run)
        if (y % 64 === 63) await job.checkpoint()
      }
    }
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

/** One Gauss-Seidel sweep over a part of a row: the 2x2 system of each pixel, with its four neighbours. */
function solveRow(
  layers: Solution,
  image: Uint8ClampedArray,
  matte: Float32Array,
  size: Size,
  y: number,
  { from, until }: Run,
): void {
  const [fr, fg, fb, br, bg, bb] = layers
  const { widthPx, heightPx } = size
  for (let x = from; x < until; x++) {
    const at = y * widthPx + x
    const alpha = matte[at] as number
    const rest = 1 - alpha
    let weights = 0
    let f0 = 0
    let f1 = 0
    let f2 = 0
    let b0 = 0
    let b1 = 0
    let b2 = 0
    for (let side = 0; side < 4; side++) {
      const nx = side === 0 ? Math.max(0, x - 1) : side === 1 ? Math.min(widthPx - 1, x + 1) : x
      const ny = side === 2 ? Math.max(0, y - 1) : side === 3 ? Math.min(heightPx - 1, y + 1) : y
      const near = ny * widthPx + nx
      const weight = REGULARISATION + GRADIENT_WEIGHT * Math.abs(alpha - (matte[near] as number))
      weights += weight
      f0 += weight * (fr[near] as number)
      f1 += weight * (fg[near] as number)
      f2 += weight * (fb[near] as number)
      b0 += weight * (br[near] as number)
      b1 += weight * (bg[near] as number)
      b2 += weight * (bb[near] as number)
    }
    const a00 = alpha * alpha + weights
    const a01 = alpha * rest
    const a11 = rest * rest + weights
    const inverse = 1 / (a00 * a11 - a01 * a01)
    const r = (image[at * 4] as number) / 255
    const g = (image[at * 4 + 1] as number) / 255
    const b = (image[at * 4 + 2] as number) / 255
    f0 += alpha * r
    f1 += alpha * g
    f2 += alpha * b
    b0 += rest * r
    b1 += rest * g
    b2 += rest * b
    fr[at] = unit((a11 * f0 - a01 * b0) * inverse)
    fg[at] = unit((a11 * f1 - a01 * b1) * inverse)
    fb[at] = unit((a11 * f2 - a01 * b2) * inverse)
    br[at] = unit((a00 * b0 - a01 * f0) * inverse)
    bg[at] = unit((a00 * b1 - a01 * f1) * inverse)
    bb[at] = unit((a00 * b2 - a01 * f2) * inverse)
  }
}

const unit = (value: number): number => (value < 0 ? 0 : Math.min(value, 1))
