import type { Kernels } from '../../../../kernels/kernels.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { InferenceSession } from '../../../tool.ts'
import type { Corner, Corners } from '../corners.ts'

/** Sides of the square that a network of sheets is shown, whatever the picture's proportions, and answers. */
const SHOWN_PX = 256
const SEEN_PX = 128

/** What a network sees of sheets: chances 0..1 at each place of a square of {@link SEEN_PX}. */
export interface SeenSheet {
  /** Of a sheet, as if nothing covered it. */
  readonly sheet: Float32Array
  /** Of a sheet's side. */
  readonly side: Float32Array
  /** Of a sheet's corner. */
  readonly corner: Float32Array
}

/** Asks a network of sheets about a picture. */
export async function seenIn(
  network: InferenceSession,
  kernels: Kernels,
  picture: Raster,
): Promise<SeenSheet> {
  const { shape, values } = await network.run({
    shape: [1, 3, SHOWN_PX, SHOWN_PX],
    values: shown(kernels, picture),
  })
  const count = shape[2] * shape[3]
  const plane = (at: number) => values.slice(at * count, (at + 1) * count)
  return { sheet: plane(0), side: plane(1), corner: plane(2) }
}

function shown(kernels: Kernels, picture: Raster): Float32Array {
  const size = { widthPx: SHOWN_PX, heightPx: SHOWN_PX }
  const whole = { rows: picture, topPx: 0, wholeHeightPx: picture.heightPx }
  const isLarge = picture.widthPx >= SHOWN_PX && picture.heightPx >= SHOWN_PX
  const { rgba } = isLarge
    ? kernels.resizeAreaRows(whole, size, { topPx: 0, heightPx: SHOWN_PX })
    : kernels.resizeLanczos3(picture, SHOWN_PX, SHOWN_PX)
  const count = SHOWN_PX * SHOWN_PX
  const values = new Float32Array(3 * count)
  for (let at = 0; at < count; at++) {
    for (let c = 0; c < 3; c++) values[c * count + at] = (rgba[at * 4 + c] as number) / 255
  }
  return values
}

/** The chance of a side at each pixel of a picture, 0..1. */
export function sidesIn(
  { side }: SeenSheet,
  kernels: Kernels,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Float32Array {
  const plane = createFloatPlane(SEEN_PX, SEEN_PX)
  plane.values.set(side)
  return kernels.resizePlane(plane, widthPx, heightPx).values
}

/** A chance that a network sees, 0..1, at a place in fractions of the picture; 0 beyond it. */
export function seenAt(chances: Float32Array, x: number, y: number): number {
  const [column, row] = [Math.floor(x * SEEN_PX), Math.floor(y * SEEN_PX)]
  const isThere = column >= 0 && row >= 0 && column < SEEN_PX && row < SEEN_PX
  return isThere ? (chances[row * SEEN_PX + column] as number) : 0
}

/** How far four corners are what the network sees; all 0..1. */
export interface Agreement {
  /** Mean chance of a sheet within them. */
  readonly inside: number
  /** Mean chance of a sheet about them, where none should be. */
  readonly about: number
  /** Mean chance of a side along them, of all and of the least. */
  readonly side: number
  readonly leastSide: number
  /** Mean chance of a corner at those that are seen. */
  readonly corner: number
}

/** So much larger is what lies about a sheet than the sheet. */
const ABOUT = 1.12
const PLACES = 20
/** Sides and corners that lie on the picture's edge, in shares of it, are cut off by it. */
const EDGE = 0.012

/** Judges corners, in fractions of the picture, by what a network sees. */
export class SheetJudge {
  readonly #seen: SeenSheet
  /** Sums of the chances of a sheet along each row, from its start. */
  readonly #sums: Float64Array

  constructor(seen: SeenSheet) {
    this.#seen = seen
    this.#sums = new Float64Array(SEEN_PX * (SEEN_PX + 1))
    for (let y = 0; y < SEEN_PX; y++) {
      for (let x = 0; x < SEEN_PX; x++) {
        const at = y * (SEEN_PX + 1) + x
        const chance = seen.sheet[y * SEEN_PX + x] as number
        this.#sums[at + 1] = (this.#sums[at] as number) + chance
      }
    }
  }

  /**
   * @param corners clockwise; they may lie outside of the picture
   * @param cutSide which side is none of the sheet's own, from the first corner on
   */
  agreement(corners: Corners, cutSide: number | null = null): Agreement {
    const isOwn = (at: number) => cutSide === null || (at !== cutSide && at !== (cutSide + 1) % 4)
    const own = this.#within(corners)
    const more = this.#within(cutSide === null ? grown(corners) : widened(corners, cutSide))
    const aboutCells = more.cells - own.cells
    const sides = corners.flatMap((corner, at) => {
      const next = corners[(at + 1) % 4] ?? corner
      return at === cutSide || isCut(corner, next) ? [] : [this.#along(corner, next)]
    })
    const ends = corners.filter((corner, at) => isOwn(at) && !isOnEdge(corner))
    return {
      inside: own.sum / Math.max(1, own.cells),
      about: aboutCells < 1 ? 0 : (more.sum - own.sum) / aboutCells,
      side: meanOf(sides),
      leastSide: sides.length === 0 ? 0 : Math.min(...sides),
      corner: meanOf(ends.map((corner) => peakNear(this.#seen.corner, corner, 2))),
    }
  }

  #within(corners: Corners): { readonly sum: number; readonly cells: number } {
    let [sum, cells] = [0, 0]
    for (let row = 0; row < SEEN_PX; row++) {
      const span = spanAt(corners, (row + 0.5) / SEEN_PX)
      if (span === null) continue
      const from = Math.min(SEEN_PX, Math.max(0, Math.round(span[0] * SEEN_PX)))
      const to = Math.min(SEEN_PX, Math.max(0, Math.round(span[1] * SEEN_PX)))
      const at = row * (SEEN_PX + 1)
      sum += (this.#sums[at + to] as number) - (this.#sums[at + from] as number)
      cells += to - from
    }
    return { sum, cells }
  }

  #along(from: Corner, to: Corner): number {
    let sum = 0
    for (let at = 0; at < PLACES; at++) {
      const share = 0.04 + (0.92 * (at + 0.5)) / PLACES
      const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
      sum += peakNear(this.#seen.side, place, 1)
    }
    return sum / PLACES
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const isOnEdge = ({ x, y }: Corner): boolean => x < EDGE || y < EDGE || x > 1 - EDGE || y > 1 - EDGE

/** Whether a side runs along the picture's edge. */
const isCut = (one: Corner, other: Corner): boolean =>
  (one.x < EDGE && other.x < EDGE) ||
  (one.y < EDGE && other.y < EDGE) ||
  (one.x > 1 - EDGE && other.x > 1 - EDGE) ||
  (one.y > 1 - EDGE && other.y > 1 - EDGE)

function grown(corners: Corners): Corners {
  const middle = { x: 0, y: 0 }
  for (const { x, y } of corners) {
    middle.x += x / 4
    middle.y += y / 4
  }
  const out = ({ x, y }: Corner): Corner => ({
    x: middle.x + ABOUT * (x - middle.x),
    y: middle.y + ABOUT * (y - middle.y),
  })
  const [a, b, c, d] = corners
  return [out(a), out(b), out(c), out(d)]
}

/** As {@link grown}, but not past the side that is cut off. */
function widened(corners: Corners, cutSide: number): Corners {
  const ends = [cutSide, (cutSide + 1) % 4]
  const [one, other] = [corners[ends[0] ?? 0], corners[ends[1] ?? 0]]
  const all = grown(corners)
  if (one === undefined || other === undefined) return all
  const by = (ABOUT - 1) / 2
  const moved = all.map((corner, at): Corner => {
    if (at === ends[0])
      return { x: one.x + by * (one.x - other.x), y: one.y + by * (one.y - other.y) }
    if (at === ends[1])
      return { x: other.x + by * (other.x - one.x), y: other.y + by * (other.y - one.y) }
    return corner
  })
  const [a = one, b = one, c = one, d = one] = moved
  return [a, b, c, d]
}

/** From where to where a row lies within corners; null where it does not. */
function spanAt(corners: Corners, y: number): readonly [number, number] | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < 4; at++) {
    const [one, other] = [corners[at], corners[(at + 1) % 4]]
    if (one === undefined || other === undefined) continue
    if (one.y > y === other.y > y) continue
    const x = one.x + ((y - one.y) / (other.y - one.y)) * (other.x - one.x)
    from = Math.min(from, x)
    to = Math.max(to, x)
  }
  return to > from ? [from, to] : null
}

/** The highest chance so near to a place, cells. */
function peakNear(chances: Float32Array, { x, y }: Corner, reach: number): number {
  const [column, row] = [Math.floor(x * SEEN_PX), Math.floor(y * SEEN_PX)]
  let best = 0
  for (let v = Math.max(0, row - reach); v <= Math.min(SEEN_PX - 1, row + reach); v++) {
    for (let u = Math.max(0, column - reach); u <= Math.min(SEEN_PX - 1, column + reach); u++) {
      best = Math.max(best, chances[v * SEEN_PX + u] as number)
    }
  }
  return best
}
