import { type Box, createFloatPlane, planeRows } from './pixels.ts'
import type { FloatPlane, Plane } from './raster.ts'

/** Values of any range: a result is of the range of what was given. */
export interface SampledPlane {
  readonly widthPx: number
  readonly heightPx: number
  readonly values: (FloatPlane | Plane)['values']
}

/** Rows of a plane that rows of a larger picture are read from. */
export interface PlanePart {
  readonly rows: SampledPlane
  /** The first of them in the whole plane, and how many it has. */
  readonly originPx: number
  readonly wholeHeightPx: number
}

/**
 * What {@link RowSampler} needs of a plane for rows `topPx` to `topPx + heightPx` of a picture that
 * is `pictureHeightPx` high; it shares the plane's memory.
 */
export function partFor(
  plane: SampledPlane,
  pictureHeightPx: number,
  topPx: number,
  heightPx: number,
): PlanePart {
  const rowOf = (y: number) => position(y, plane.heightPx, pictureHeightPx).first
  const originPx = rowOf(topPx)
  const last = Math.min(plane.heightPx - 1, rowOf(topPx + heightPx - 1) + 1)
  const rows = planeRows(plane, originPx, last - originPx + 1)
  return { rows, originPx, wholeHeightPx: plane.heightPx }
}

/**
 * Reads a small plane as if it were as large as the picture, a strip of rows at a time: bilinear,
 * pixel centres aligned. Any strip gives the same values as the whole.
 */
export class RowSampler {
  #part: PlanePart
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #left: Int32Array
  readonly #right: Int32Array
  readonly #weight: Float32Array
  readonly #blended: Float32Array
  #strip: FloatPlane

  /** @param widthPx and `heightPx` of the picture, not of the plane */
  constructor(plane: SampledPlane, widthPx: number, heightPx: number) {
    this.#part = { rows: plane, originPx: 0, wholeHeightPx: plane.heightPx }
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#left = new Int32Array(widthPx)
    this.#right = new Int32Array(widthPx)
    this.#weight = new Float32Array(widthPx)
    this.#blended = new Float32Array(plane.widthPx)
    this.#strip = createFloatPlane(widthPx, 0)
    for (let x = 0; x < widthPx; x++) {
      const at = position(x, plane.widthPx, widthPx)
      this.#left[x] = at.first
      this.#right[x] = Math.min(plane.widthPx - 1, at.first + 1)
      this.#weight[x] = at.weight
    }
  }

  /** Of the plane that is read. */
  get planeWidthPx(): number {
    return this.#part.rows.widthPx
  }

  /** From now on another part of the plane, or of one as wide, is read. */
  readFrom(part: PlanePart): void {
    this.#part = part
  }

  /**
   * Values of rows `topPx` to `topPx + heightPx` of the picture. Good until the next call, which
   * writes over them: large photos have hundreds of strips, faster than memory is given back.
   */
  rows(topPx: number, heightPx: number): FloatPlane {
    const { rows: plane, originPx, wholeHeightPx } = this.#part
    const { widthPx: smallWidth, values } = plane
    const strip = this.#stripOf(heightPx)
    if (smallWidth === this.#widthPx && wholeHeightPx === this.#heightPx) {
      // As large as the picture: each value stands where it is asked for.
      const from = (topPx - originPx) * smallWidth
      strip.values.set(values.subarray(from, from + heightPx * smallWidth))
      return strip
    }
    const blended = this.#blended
    for (let y = 0; y < heightPx; y++) {
      const at = position(topPx + y, wholeHeightPx, this.#heightPx)
      const upper = (at.first - originPx) * smallWidth
      const lower = (Math.min(wholeHeightPx - 1, at.first + 1) - originPx) * smallWidth
      blendRow(values, upper, lower, at.weight, blended)
      // Of a mask most is 0, on both sides of something: only what lies between is stretched.
      let first = 0
      let last = smallWidth - 1
      while (first < smallWidth && blended[first] === 0) first++
      while (last > first && blended[last] === 0) last--
      this.#stretch(blended, strip.values, y * this.#widthPx, first, last)
    }
    return strip
  }

  /** Values of a box of the picture, as {@link rows} has them; a plane of its own. */
  part({ x, y, width, height }: Box): FloatPlane {
    const { rows: plane, originPx, wholeHeightPx } = this.#part
    const { widthPx: smallWidth, values } = plane
    const [left, right, weight] = [this.#left, this.#right, this.#weight]
    const result = createFloatPlane(width, height)
    const blended = this.#blended
    const first = left[x] as number
    const last = right[x + width - 1] as number
    for (let row = 0; row < height; row++) {
      const at = position(y + row, wholeHeightPx, this.#heightPx)
      const upper = (at.first - originPx) * smallWidth
      const lower = (Math.min(wholeHeightPx - 1, at.first + 1) - originPx) * smallWidth
      for (let column = first; column <= last; column++) {
        const a = values[upper + column] as number
        blended[column] = a + ((values[lower + column] as number) - a) * at.weight
      }
      const into = row * width - x
      for (let column = x; column < x + width; column++) {
        const a = blended[left[column] as number] as number
        const b = blended[right[column] as number] as number
        result.values[into + column] = a + (b - a) * (weight[column] as number)
      }
    }
    return result
  }

  #stripOf(heightPx: number): FloatPlane {
    if (this.#strip.heightPx < heightPx) this.#strip = createFloatPlane(this.#widthPx, heightPx)
    return planeRows(this.#strip, 0, heightPx)
  }

  /** @param first and `last` of the values that are not 0; where none is, the first lies past all */
  #stretch(
    blended: Float32Array,
    into: Float32Array,
    offset: number,
    first: number,
    last: number,
  ): void {
    const left = this.#left
    const right = this.#right
    const weight = this.#weight
    const width = this.#widthPx
    let from = 0
    while (from < width && (right[from] as number) < first) from++
    let until = width
    while (until > from && (left[until - 1] as number) > last) until--
    into.fill(0, offset, offset + from)
    for (let x = from; x < until; x++) {
      const a = blended[left[x] as number] as number
      const b = blended[right[x] as number] as number
      into[offset + x] = a + (b - a) * (weight[x] as number)
    }
    into.fill(0, offset + until, offset + width)
  }
}

/** A row between two of a plane. A function of its own, so that it is compiled after a few rows. */
function blendRow(
  values: SampledPlane['values'],
  upper: number,
  lower: number,
  weight: number,
  into: Float32Array,
): void {
  for (let x = 0; x < into.length; x++) {
    const a = values[upper + x] as number
    into[x] = a + ((values[lower + x] as number) - a) * weight
  }
}

/** {@link RowSampler} for the few pixels of a picture that are asked for. */
export class PointSampler {
  readonly #plane: SampledPlane
  readonly #columns: Places
  readonly #rows: Places
  readonly #blended: Float64Array

  /** @param widthPx and `heightPx` of the picture, not of the plane */
  constructor(plane: SampledPlane, widthPx: number, heightPx: number) {
    this.#plane = plane
    this.#columns = placesOf(plane.widthPx, widthPx)
    this.#rows = placesOf(plane.heightPx, heightPx)
    this.#blended = new Float64Array(plane.widthPx)
  }

  at(x: number, y: number): number {
    const { values, widthPx } = this.#plane
    const [columns, rows] = [this.#columns, this.#rows]
    const left = columns.first[x] as number
    const right = columns.second[x] as number
    const upper = (rows.first[y] as number) * widthPx
    const lower = (rows.second[y] as number) * widthPx
    const down = rows.weight[y] as number
    const a = values[upper + left] as number
    const b = values[upper + right] as number
    const above = a + ((values[lower + left] as number) - a) * down
    const beside = b + ((values[lower + right] as number) - b) * down
    return above + (beside - above) * (columns.weight[x] as number)
  }

  /** What {@link at} says of some pixels of a row. */
  row(xs: Int32Array, y: number, into: Float32Array): void {
    const { values, widthPx } = this.#plane
    const upper = (this.#rows.first[y] as number) * widthPx
    const lower = (this.#rows.second[y] as number) * widthPx
    const down = this.#rows.weight[y] as number
    const blended = this.#blended
    for (let column = 0; column < widthPx; column++) {
      const a = values[upper + column] as number
      blended[column] = a + ((values[lower + column] as number) - a) * down
    }
    const { first, second, weight } = this.#columns
    for (let at = 0; at < xs.length; at++) {
      const x = xs[at] as number
      const above = blended[first[x] as number] as number
      const beside = blended[second[x] as number] as number
      into[at] = above + (beside - above) * (weight[x] as number)
    }
  }
}

interface Places {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly weight: Float32Array
}

/** For each pixel of a side the two of the small plane's between whose middles its own lies. */
function placesOf(smallLength: number, length: number): Places {
  const first = new Int32Array(length)
  const second = new Int32Array(length)
  const weight = new Float32Array(length)
  for (let at = 0; at < length; at++) {
    const place = position(at, smallLength, length)
    first[at] = place.first
    second[at] = Math.min(smallLength - 1, place.first + 1)
    weight[at] = place.weight
  }
  return { first, second, weight }
}

function position(at: number, smallLength: number, length: number) {
  const exact = Math.min(smallLength - 1, Math.max(0, ((at + 0.5) * smallLength) / length - 0.5))
  const first = Math.floor(exact)
  return { first, weight: exact - first }
}
