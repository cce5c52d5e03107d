import { atShare, median } from '../../../../pixels/ranked.ts'

/** What lies across a stroke, row by row along it. */
export interface Strip {
  /** 0..255. */
  readonly light: Float32Array
  readonly widthPx: number
  readonly rows: number
  /** Columns at each side that lie beside the brush. */
  readonly besidePx: number
}

/** A line along a strip. */
export interface LinePath {
  /** Of its middle from the middle of the strip, px, one a row. */
  readonly offsets: Float32Array
  /** Of all that is the line, its soft edges included. */
  readonly widthPx: number
}

/** Half widths of lines that are looked for, px. */
const HALF_WIDTHS = [0, 1, 2, 3, 5]
/** A line is no wider, px. */
const WIDTH_MAX = 24
/** Beside a line its ground is a mean of so many pixels, so far off, px. */
const GROUND = { gap: 2, wide: 3 }
/** Rows to each side that a row is a mean with. */
const SMOOTH = 1
/** Least contrast of a line, of 255, and against what else lies in the strip. */
const CONTRAST = { least: 9, others: 2.2 }
/** Rows to each side by which a line's middle is found. */
const ROWS = 3
/** A row counts for no more than so many times the least contrast. */
const CAP = 4
/** What a step aside costs, in least contrasts. */
const ASIDE = 0.35
/** Share of rows that must show the line: it crosses things of its own colour. */
const SHOWN_MIN = 0.63
/** Shares of its contrast at which a line ends, from which it may fade slowly, by which it falls; room, px. */
const EDGE = { share: 0.1, soft: 0.35, steep: 0.02, shade: 0.06, room: 1 }
/** A shade is no wider, px. */
const SHADE_MAX = 8

/** A line that is lighter, or darker, than both its sides all along; null where there is none. */
export function ridgeAlong(strip: Strip): LinePath | null {
  const smooth = smoothed(strip)
  let best: Ridge | null = null
  for (const sign of [1, -1]) {
    for (const half of HALF_WIDTHS) {
      const strength = strengths(smooth, half, sign)
      const path = bestPath(smooth, strength)
      const sum = path.reduce(
        (all, column, row) => all + capped(strength[row * smooth.widthPx + column] ?? 0),
        0,
      )
      if (sum > (best?.sum ?? 0)) best = { path, strength, sum, sign, half }
    }
  }
  if (best === null || !isShown(smooth, best)) return null
  return measured(smooth, best)
}

interface Ridge {
  /** Column of each row. */
  readonly path: Int32Array
  readonly strength: Float32Array
  readonly sum: number
  /** 1 lighter than its ground, -1 darker. */
  readonly sign: number
  readonly half: number
}

const capped = (strength: number) => Math.min(CAP * CONTRAST.least, strength)

function smoothed(strip: Strip): Strip {
  const { light, widthPx, rows } = strip
  const result = new Float32Array(light.length)
  for (let row = 0; row < rows; row++) {
    const [from, to] = [Math.max(0, row - SMOOTH), Math.min(rows - 1, row + SMOOTH)]
    for (let column = 0; column < widthPx; column++) {
      let sum = 0
      for (let r = from; r <= to; r++) sum += light[r * widthPx + column] as number
      result[row * widthPx + column] = sum / (to - from + 1)
    }
  }
  return { ...strip, light: result }
}

/** How much each place stands out from both its sides as a line of a width; 0 where it does not. */
function strengths({ light, widthPx, rows, besidePx }: Strip, half: number, sign: number) {
  const result = new Float32Array(light.length)
  const sums = new Float64Array(widthPx + 1)
  for (let row = 0; row < rows; row++) {
    for (let c = 0; c < widthPx; c++) {
      sums[c + 1] = (sums[c] as number) + (light[row * widthPx + c] as number)
    }
    const mean = (from: number, to: number) =>
      ((sums[to + 1] as number) - (sums[from] as number)) / (to - from + 1)
    const [near, far] = [half + GROUND.gap, half + GROUND.gap + GROUND.wide - 1]
    const edge = Math.max(besidePx, far)
    for (let c = edge; c < widthPx - edge; c++) {
      const own = mean(c - half, c + half)
      const [one, other] = [mean(c - far, c - near), mean(c + near, c + far)]
      const stands = sign * (sign > 0 ? own - Math.max(one, other) : own - Math.min(one, other))
      result[row * widthPx + c] = Math.max(0, stands)
    }
  }
  return result
}

/** The way along the strip with the most strength that steps aside by a pixel a row at most. */
function bestPath({ widthPx, rows }: Strip, strength: Float32Array): Int32Array {
  const came = new Int8Array(strength.length)
  let sums = new Float32Array(widthPx)
  for (let row = 0; row < rows; row++) {
    const next = new Float32Array(widthPx)
    for (let c = 0; c < widthPx; c++) {
      let [most, from] = [sums[c] as number, 0]
      for (const step of [-1, 1]) {
        const theirs = (sums[c + step] ?? Number.NEGATIVE_INFINITY) - ASIDE * CONTRAST.least
        if (theirs > most) [most, from] = [theirs, step]
      }
      came[row * widthPx + c] = from
      next[c] = most + capped(strength[row * widthPx + c] as number)
    }
    sums = next
  }
  const path = new Int32Array(rows)
  let column = sums.indexOf(Math.max(...sums))
  for (let row = rows - 1; row >= 0; row--) {
    path[row] = column
    column += came[row * widthPx + column] as number
  }
  return path
}

/** Whether a line is seen nearly all along, and stands out from what else lies in the strip. */
function isShown({ widthPx, rows, besidePx }: Strip, { path, strength }: Ridge): boolean {
  const others: number[] = []
  for (let row = 0; row < rows; row += 2) {
    for (let c = besidePx; c < widthPx - besidePx; c++) {
      if (Math.abs(c - (path[row] ?? 0)) > 6) others.push(strength[row * widthPx + c] as number)
    }
  }
  const usual = atShare(others, 0.9)
  const least = Math.max(CONTRAST.least, CONTRAST.others * usual)
  const shown = path.filter((c, row) => (strength[row * widthPx + c] as number) >= least).length
  return shown >= SHOWN_MIN * rows
}

/** How wide a line is, by what is usual across it. */
function measured(strip: Strip, ridge: Ridge): LinePath | null {
  const middle = (strip.widthPx - 1) / 2
  const reach = Math.floor(middle)
  const path = centred(strip, ridge)
  const usual = Array.from({ length: 2 * reach + 1 }, (_, at) => usualAt(strip, path, at - reach))
  const ground = median(usual.filter((value) => value !== null))
  const own = (usual[reach] ?? ground) - ground
  if (own * ridge.sign <= 0) return null
  const edgeOn = (side: number) =>
    edgeAt((off) => ((usual[reach + side * off] ?? ground) - ground) / own, reach)
  const [left, right] = [-edgeOn(-1), edgeOn(1)]
  const off = (left + right) / 2 - middle
  const widthPx = right - left + 1 + 2 * EDGE.room
  if (widthPx > WIDTH_MAX) return null
  return { offsets: path.map((column) => column + off), widthPx }
}

/**
 * How far from its middle a line goes on, px: down to its ground, or to where it falls no further, and
 * over the shade that a crease has beside it.
 * @param shareAt of the line's contrast, so far off
 */
function edgeAt(shareAt: (off: number) => number, reach: number): number {
  const falls = (off: number) =>
    shareAt(off) > EDGE.soft || shareAt(off - 1) - shareAt(off) > EDGE.steep
  let edge = 0
  while (edge < reach && shareAt(edge + 1) > EDGE.share && falls(edge + 1)) edge++
  const isShade = (off: number) => off <= reach && shareAt(off) < -EDGE.shade
  const shade = [1, 2, 3].find((step) => isShade(edge + step))
  if (shade === undefined) return edge
  let end = edge + shade
  while (end - edge < SHADE_MAX && isShade(end + 1)) end++
  return end - edge < SHADE_MAX ? end : edge
}

/** Where a line's middle is, by the rows about each: the stronger they are the more they count. */
function centred({ light, widthPx, rows }: Strip, { path, sign, half }: Ridge): Float32Array {
  const [sums, moments] = [new Float32Array(rows), new Float32Array(rows)]
  const reach = half + GROUND.gap
  for (let row = 0; row < rows; row++) {
    const middle = path[row] as number
    const at = (column: number) =>
      light[row * widthPx + Math.min(widthPx - 1, Math.max(0, column))] as number
    const sides = [at(middle - reach - 1), at(middle + reach + 1)]
    const ground = sign > 0 ? Math.max(...sides) : Math.min(...sides)
    for (let column = middle - reach; column <= middle + reach; column++) {
      const weight = Math.max(0, sign * (at(column) - ground))
      sums[row] = (sums[row] as number) + weight
      moments[row] = (moments[row] as number) + weight * (column - middle)
    }
  }
  return Float32Array.from(path, (column, row) => {
    let [sum, moment] = [0, 0]
    for (let r = Math.max(0, row - ROWS); r <= Math.min(rows - 1, row + ROWS); r++) {
      sum += sums[r] as number
      moment += (moments[r] as number) + (sums[r] as number) * ((path[r] as number) - column)
    }
    return sum > 0 ? column + moment / sum : column
  })
}

/** The usual light so far beside a path; null where too little of it is seen. */
function usualAt({ light, widthPx, rows }: Strip, path: Float32Array, off: number): number | null {
  const values: number[] = []
  for (let row = 0; row < rows; row++) {
    const column = Math.round(path[row] ?? 0) + off
    if (column >= 0 && column < widthPx) values.push(light[row * widthPx + column] as number)
  }
  return values.length * 2 < rows ? null : median(values)
}
