import { createFloatPlane } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'

/** Further than any side is long, px. */
const FAR = 1e10

/**
 * Euclidean distance of every pixel to the nearest marked one, px; {@link FAR} where none is
 * (Felzenszwalb & Huttenlocher 2012, exact, linear time).
 * @param marked 1 for each that is; a function that is asked for each takes twice as long in all
 * @param withinPx beyond this a distance may be told too great, where it need not be known
 */
export function distanceTo(
  size: { readonly widthPx: number; readonly heightPx: number },
  marked: Uint8Array | ((at: number) => boolean),
  withinPx = FAR,
): FloatPlane {
  const { widthPx, heightPx } = size
  const result = createFloatPlane(widthPx, heightPx)
  const { values } = result
  const isAsked = typeof marked === 'function'
  const marks = isAsked
    ? withValues(new Uint8Array(values.length), (at) => Number(marked(at)))
    : marked
  alongColumns(values, widthPx, marks)
  const row = new LowerEnvelope(widthPx)
  for (let top = 0; top < values.length; top += widthPx) {
    alongRow(row, values, top, widthPx, withinPx)
  }
  return result
}

/** Distances of a row, in place, from those in its columns. */
function alongRow(
  row: LowerEnvelope,
  values: Float32Array,
  top: number,
  widthPx: number,
  withinPx: number,
): void {
  // A marked pixel parts what lies on either side of it.
  let from = -1
  for (let x = 0; x <= widthPx; x++) {
    if (x < widthPx && values[top + x] !== 0) continue
    if (x > from + 1) row.run(values, top, Math.max(0, from), Math.min(widthPx, x + 1), withinPx)
    from = x
  }
}

/** Distance of every pixel to the nearest marked one of its column. */
function alongColumns(values: Float32Array, widthPx: number, marks: Uint8Array): void {
  for (let at = 0; at < widthPx; at++) values[at] = marks[at] === 1 ? 0 : FAR
  for (let from = widthPx; from < values.length; from += widthPx) {
    downRow(values, widthPx, marks, from)
  }
  for (let from = values.length - 2 * widthPx; from >= 0; from -= widthPx) {
    upRow(values, widthPx, from)
  }
}

/** Functions of a row are compiled after some rows, and until then every number is garbage. */
function downRow(values: Float32Array, widthPx: number, marks: Uint8Array, from: number): void {
  for (let at = from; at < from + widthPx; at++) {
    values[at] = marks[at] === 1 ? 0 : (values[at - widthPx] as number) + 1
  }
}

function upRow(values: Float32Array, widthPx: number, from: number): void {
  for (let at = from; at < from + widthPx; at++) {
    const below = (values[at + widthPx] as number) + 1
    if (below < (values[at] as number)) values[at] = below
  }
}

/** The least of a row's parabolas: each column's distance holds for its pixels further off, too. */
class LowerEnvelope {
  readonly #squared: Float64Array
  readonly #vertex: Int32Array
  readonly #bound: Float64Array

  constructor(length: number) {
    this.#squared = new Float64Array(length)
    this.#vertex = new Int32Array(length)
    this.#bound = new Float64Array(length + 1)
  }

  /** Distances between two columns of a row, in place. */
  run(values: Float32Array, top: number, from: number, until: number, withinPx: number): void {
    const f = this.#squared
    const v = this.#vertex
    const z = this.#bound
    let k = -1
    for (let q = from; q < until; q++) {
      const far = values[top + q] as number
      if (far >= FAR || far > withinPx) continue
      f[q] = far * far
      let s = Number.NEGATIVE_INFINITY
      while (k >= 0) {
        s = meet(f, v[k] as number, q)
        if (s > (z[k] as number)) break
        k--
      }
      k++
      v[k] = q
      z[k] = k === 0 ? Number.NEGATIVE_INFINITY : s
    }
    if (k < 0) return
    z[k + 1] = Number.POSITIVE_INFINITY
    // Further from the first and the last of them distances are as great as they stand.
    const first = Math.max(from, Math.ceil((v[0] as number) - withinPx))
    const end = Math.min(until, Math.floor((v[k] as number) + withinPx) + 1)
    k = 0
    for (let q = first; q < end; q++) {
      while ((z[k + 1] as number) < q) k++
      const near = v[k] as number
      if (near !== q) values[top + q] = Math.sqrt((q - near) * (q - near) + (f[near] as number))
    }
  }
}

/** Where the parabolas about `p` and `q` meet. */
function meet(f: Float64Array, p: number, q: number): number {
  return ((f[q] as number) + q * q - ((f[p] as number) + p * p)) / (2 * (q - p))
}
