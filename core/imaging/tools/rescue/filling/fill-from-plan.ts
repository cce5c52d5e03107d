import type { Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { PatchField } from './fill-hole.ts'
import type { Holed } from './hole-levels.ts'

/** A place as it was filled at a preview's size. */
export interface PlannedFill {
  readonly picture: Raster
  readonly filled: Raster
  readonly field: PatchField
}

/** Rows that are filled together, between two looks at whether the job was cancelled. */
const ROWS = 64
/** Half the side of a patch, px: none lies about a pixel that is nearer to the edge. */
const PATCH_PX = 3

/**
 * Fills a place at full size, too large to be joined there: every pixel is the full picture's own,
 * from where the plan took its, and is corrected by as much as the plan's was.
 * @param full is changed: its hole is filled
 */
export async function filledFromPlan(
  env: ToolEnvironment,
  full: Holed,
  plan: PlannedFill,
): Promise<Raster> {
  const { widthPx, heightPx } = full.picture
  const rows = new PlanRows(full, plan)
  for (let top = 0; top < heightPx; top += ROWS) {
    const bottom = Math.min(heightPx, top + ROWS)
    for (let y = top; y < bottom; y++) {
      for (let x = 0; x < widthPx; x++) {
        if (full.hole.values[y * widthPx + x] !== 0) rows.fill(x, y)
      }
    }
    await env.checkpoint()
  }
  return full.picture
}

/** Where a pixel of the plan was copied from; -1 for nowhere. As patches join, so at the edge. */
function sourceOf({ widthPx, heightPx, found }: PatchField, at: number): number {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
  const u = Math.max(PATCH_PX, Math.min(widthPx - 1 - PATCH_PX, x))
  const v = Math.max(PATCH_PX, Math.min(heightPx - 1 - PATCH_PX, y))
  const source = found[v * widthPx + u] ?? -1
  return source < 0 ? -1 : source + (y - v) * widthPx + (x - u)
}

/** What was added to each copied pixel of the plan, four channels as in a picture. */
function correctionsOf({ picture, filled, field }: PlannedFill): Int16Array {
  const count = picture.widthPx * picture.heightPx
  const corrections = new Int16Array(count * 4)
  for (let at = 0; at < count; at++) {
    const source = sourceOf(field, at)
    if (source < 0) continue
    for (let c = 0; c < 3; c++) {
      const copied = picture.rgba[source * 4 + c] ?? 0
      corrections[at * 4 + c] = (filled.rgba[at * 4 + c] as number) - copied
    }
  }
  return corrections
}

class PlanRows {
  readonly #full: Holed
  readonly #filled: Uint8ClampedArray
  readonly #field: PatchField
  readonly #corrections: Int16Array
  readonly #byX: number
  readonly #byY: number

  constructor(full: Holed, plan: PlannedFill) {
    this.#full = full
    this.#filled = plan.filled.rgba
    this.#field = plan.field
    this.#corrections = correctionsOf(plan)
    this.#byX = full.picture.widthPx / plan.field.widthPx
    this.#byY = full.picture.heightPx / plan.field.heightPx
  }

  fill(x: number, y: number): void {
    const { rgba, widthPx } = this.#full.picture
    const from = this.#from(x, y) * 4
    const to = (y * widthPx + x) * 4
    const across = this.#field.widthPx
    const left = Math.max(0, Math.min(across - 1, (x + 0.5) / this.#byX - 0.5))
    const top = Math.max(0, Math.min(this.#field.heightPx - 1, (y + 0.5) / this.#byY - 0.5))
    const [u, v] = [Math.floor(left), Math.floor(top)]
    const first = v * across + u
    const right = u < across - 1 ? 1 : 0
    const below = v < this.#field.heightPx - 1 ? across : 0
    const values = from < 0 ? this.#filled : this.#corrections
    for (let c = 0; c < 3; c++) {
      const upper = between(values, first, first + right, c, left - u)
      const lower = between(values, first + below, first + below + right, c, left - u)
      const added = upper + (top - v) * (lower - upper)
      rgba[to + c] = from < 0 ? added : (rgba[from + c] as number) + added
    }
  }

  /** Where a pixel of the full picture is copied from; below 0 where that is not known. */
  #from(x: number, y: number): number {
    const { picture, hole } = this.#full
    const across = this.#field.widthPx
    const [u, v] = [Math.floor((x + 0.5) / this.#byX), Math.floor((y + 0.5) / this.#byY)]
    const source = sourceOf(this.#field, v * across + u)
    if (source < 0) return -1
    const fromX = x + Math.round(((source % across) - u) * this.#byX)
    const fromY = y + Math.round((Math.floor(source / across) - v) * this.#byY)
    if (fromX < 0 || fromY < 0 || fromX >= picture.widthPx || fromY >= picture.heightPx) return -1
    const from = fromY * picture.widthPx + fromX
    return hole.values[from] === 0 ? from : -1
  }
}

/** A channel, of four a pixel, between two pixels. */
function between(
  values: Int16Array | Uint8ClampedArray,
  one: number,
  other: number,
  c: number,
  share: number,
): number {
  const from = values[one * 4 + c] as number
  return from + share * ((values[other * 4 + c] as number) - from)
}
