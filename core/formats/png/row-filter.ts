/**
 * PNG's adaptive row filters (ISO/IEC 15948, clause 9) over 8-bit RGB; PDF's predictor 15 reads the
 * same bytes, so both print files share one encoder.
 */
const CHANNELS = 3
const FILTERS = [0, 1, 2, 3, 4] as const
type Filter = (typeof FILTERS)[number]
/** The filter of a row is chosen on every n-th pixel: a fifth of the work, the same choice. */
const SAMPLE_EVERY_PX = 7

const paeth = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner
  const toLeft = Math.abs(estimate - left)
  const toAbove = Math.abs(estimate - above)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function predict(filter: Filter, row: Uint8Array, before: Uint8Array, at: number): number {
  const left = at >= CHANNELS ? (row[at - CHANNELS] ?? 0) : 0
  const above = before[at] ?? 0
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  return paeth(left, above, at >= CHANNELS ? (before[at - CHANNELS] ?? 0) : 0)
}

function cost(filter: Filter, row: Uint8Array, before: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < row.length; at += SAMPLE_EVERY_PX * CHANNELS) {
    const residual = ((row[at] ?? 0) - predict(filter, row, before, at)) & 255
    sum += residual < 128 ? residual : 256 - residual
  }
  return sum
}

function cheapest(row: Uint8Array, before: Uint8Array): Filter {
  let best: Filter = 0
  let bestCost = Number.POSITIVE_INFINITY
  for (const filter of FILTERS) {
    const filterCost = cost(filter, row, before)
    if (filterCost < bestCost) {
      best = filter
      bestCost = filterCost
    }
  }
  return best
}

/** Writes `filter` and the filtered bytes of `row` to `out`, which holds one byte more than `row`. */
function applyFilter(filter: Filter, row: Uint8Array, before: Uint8Array, out: Uint8Array): void {
  out[0] = filter
  for (let at = 0; at < row.length; at++) {
    out[at + 1] = (row[at] ?? 0) - predict(filter, row, before, at)
  }
}

/** Turns RGBA rows into filtered RGB rows, remembering the row above. */
export class RowFilter {
  readonly #widthPx: number
  #above: Uint8Array
  #row: Uint8Array

  constructor(widthPx: number) {
    this.#widthPx = widthPx
    this.#above = new Uint8Array(widthPx * CHANNELS)
    this.#row = new Uint8Array(widthPx * CHANNELS)
  }

  /** Bytes of one filtered row. */
  get rowBytes(): number {
    return this.#widthPx * CHANNELS + 1
  }

  /** Filters `rows` rows of RGBA into one new buffer of `rows * rowBytes` bytes. */
  filter(rgba: Uint8ClampedArray, rows: number): Uint8Array {
    const filtered = new Uint8Array(rows * this.rowBytes)
    for (let y = 0; y < rows; y++) {
      this.#takeRow(rgba, y * this.#widthPx * 4)
      const out = filtered.subarray(y * this.rowBytes, (y + 1) * this.rowBytes)
      applyFilter(cheapest(this.#row, this.#above), this.#row, this.#above, out)
      const above = this.#above
      this.#above = this.#row
      this.#row = above
    }
    return filtered
  }

  #takeRow(rgba: Uint8ClampedArray, from: number): void {
    const row = this.#row
    for (let px = 0, to = 0, at = from; px < this.#widthPx; px++, at += 4) {
      row[to++] = rgba[at] ?? 0
      row[to++] = rgba[at + 1] ?? 0
      row[to++] = rgba[at + 2] ?? 0
    }
  }
}
