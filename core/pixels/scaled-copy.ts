import type { JobContext } from '../jobs.ts'
import { createRaster, fittedSize, type PixelSource } from './pixels.ts'
import type { Raster } from './raster.ts'
import { planStrips } from './strips.ts'

/**
 * A small copy of a photo with its longer side at most `longSidePx`: the exact mean of the area
 * each pixel covers, weighted by alpha. Reads strip by strip and keeps nothing large.
 */
export async function scaledCopy(
  job: JobContext,
  source: PixelSource,
  longSidePx: number,
): Promise<Raster> {
  const { widthPx, heightPx } = fittedSize(source, longSidePx)
  const averager = new AreaAverager(source.widthPx, source.heightPx, widthPx, heightPx)
  for (const strip of planStrips(source.widthPx, source.heightPx, 0)) {
    const rows = source.read({
      x: 0,
      y: strip.topPx,
      width: source.widthPx,
      height: strip.heightPx,
    })
    for (let y = 0; y < strip.heightPx; y++) averager.addRow(rows.rgba, y, strip.topPx + y)
    await job.checkpoint()
  }
  return averager.result
}

/** Accumulates source rows into the target rows they overlap. */
class AreaAverager {
  readonly result: Raster
  readonly #sourceWidth: number
  readonly #scaleX: number
  readonly #scaleY: number
  readonly #row: Float64Array
  /** Sums of premultiplied colour and alpha for the target row being filled. */
  readonly #sums: Float64Array

  constructor(sourceWidth: number, sourceHeight: number, widthPx: number, heightPx: number) {
    this.result = createRaster(widthPx, heightPx)
    this.#sourceWidth = sourceWidth
    this.#scaleX = widthPx / sourceWidth
    this.#scaleY = heightPx / sourceHeight
    this.#row = new Float64Array(widthPx * 4)
    this.#sums = new Float64Array(widthPx * 4)
  }

  addRow(rgba: Uint8ClampedArray, rowInStrip: number, sourceY: number): void {
    this.#squeezeRow(rgba, rowInStrip * this.#sourceWidth * 4)
    const top = sourceY * this.#scaleY
    const bottom = Math.min(this.result.heightPx, (sourceY + 1) * this.#scaleY)
    const first = Math.floor(top + 1e-9)
    const boundary = first + 1
    if (bottom < boundary - 1e-9) {
      this.#accumulate(bottom - top)
      return
    }
    this.#accumulate(boundary - top)
    this.#emit(first)
    if (bottom > boundary + 1e-9) this.#accumulate(bottom - boundary)
  }

  #squeezeRow(rgba: Uint8ClampedArray, offset: number): void {
    const row = this.#row.fill(0)
    const scale = this.#scaleX
    const last = this.result.widthPx - 1
    for (let x = 0; x < this.#sourceWidth; x++) {
      const from = offset + x * 4
      const alpha = rgba[from + 3] ?? 0
      const r = (rgba[from] ?? 0) * alpha
      const g = (rgba[from + 1] ?? 0) * alpha
      const b = (rgba[from + 2] ?? 0) * alpha
      const left = x * scale
      const right = left + scale
      const target = Math.min(last, Math.floor(left + 1e-9))
      const inside = Math.min(right, target + 1) - left
      addTo(row, target * 4, r, g, b, alpha, inside)
      if (right - target - 1 > 1e-9 && target < last) {
        addTo(row, target * 4 + 4, r, g, b, alpha, right - target - 1)
      }
    }
  }

  #accumulate(weight: number): void {
    const sums = this.#sums
    const row = this.#row
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (row[i] ?? 0) * weight
  }

  #emit(y: number): void {
    const { widthPx, rgba } = this.result
    for (let i = 0; i < widthPx * 4; i += 4) {
      const alpha = this.#sums[i + 3] ?? 0
      const to = y * widthPx * 4 + i
      for (let c = 0; c < 3; c++) rgba[to + c] = alpha > 0 ? (this.#sums[i + c] ?? 0) / alpha : 0
      rgba[to + 3] = alpha
    }
    this.#sums.fill(0)
  }
}

function addTo(
  row: Float64Array,
  at: number,
  r: number,
  g: number,
  b: number,
  alpha: number,
  weight: number,
): void {
  row[at] = (row[at] ?? 0) + r * weight
  row[at + 1] = (row[at + 1] ?? 0) + g * weight
  row[at + 2] = (row[at + 2] ?? 0) + b * weight
  row[at + 3] = (row[at + 3] ?? 0) + alpha * weight
}
