import type { Box } from './pixels.ts'
import type { FloatPlane } from './raster.ts'

/** A connected part of a mask. */
export interface Piece {
  /** Indices of its pixels. */
  readonly pixels: Int32Array
}

/** The connected pieces of what lies at `threshold` or above it, neighbours by their sides. */
export function piecesOf(mask: FloatPlane, threshold: number): Piece[] {
  return piecesOfMarks(marksOf(mask, threshold), mask.widthPx)
}

/** 1 for what lies at `threshold` or above it. */
function marksOf({ values, widthPx }: FloatPlane, threshold: number): Uint8Array {
  const marks = new Uint8Array(values.length)
  for (let from = 0; from < marks.length; from += widthPx) {
    markRow(marks, values, threshold, from, from + widthPx)
  }
  return marks
}

/** A function of a row: it is compiled after some rows, where one over all pixels is left again and again. */
function markRow(
  marks: Uint8Array,
  values: Float32Array,
  threshold: number,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) marks[at] = (values[at] as number) >= threshold ? 1 : 0
}

/** How many pixels a mask holds. */
export function areaOf({ values }: FloatPlane): number {
  let area = 0
  for (let at = 0; at < values.length; at++) if ((values[at] as number) > 0.5) area++
  return area
}

/** What of a mask is unsure, 1 there, and how many pixels it holds. */
export function unsureIn(
  { values }: FloatPlane,
  { from, until }: { readonly from: number; readonly until: number },
): { readonly unsure: Uint8Array; readonly area: number } {
  const unsure = new Uint8Array(values.length)
  return { unsure, area: markUnsure(unsure, values, from, until) }
}

/** @returns how many pixels the mask holds */
function markUnsure(unsure: Uint8Array, values: Float32Array, from: number, until: number): number {
  let area = 0
  for (let at = 0; at < unsure.length; at++) {
    const value = values[at] as number
    if (value > 0.5) area++
    unsure[at] = value > from && value < until ? 1 : 0
  }
  return area
}

/** The mean of the values at some pixels. */
export function meanIn(values: Uint8Array | Float32Array, pixels: Int32Array): number {
  let sum = 0
  for (let next = 0; next < pixels.length; next++) sum += values[pixels[next] as number] as number
  return sum / pixels.length
}

/** The connected pieces of what is marked with a 1; the marks are cleared. */
export function piecesOfMarks(marks: Uint8Array, widthPx: number): Piece[] {
  // All pieces end to end.
  const queue = new Int32Array(countOf(marks))
  const pieces: Piece[] = []
  let end = 0
  const take = (from: number, until: number) => {
    for (let at = from; at < until; at++) queue[end++] = at
  }
  for (let seed = marks.indexOf(1); seed >= 0; seed = marks.indexOf(1, seed)) {
    const start = end
    clearTied(marks, widthPx, seed, take)
    pieces.push({ pixels: queue.subarray(start, end) })
  }
  return pieces
}

function countOf(marks: Uint8Array): number {
  let count = 0
  for (let at = 0; at < marks.length; at++) count += marks[at] as number
  return count
}

/**
 * Clears the marks that are tied to one of them by their sides.
 * @param take is told of each run of them in a row
 */
function clearTied(
  marks: Uint8Array,
  widthPx: number,
  seed: number,
  take: (from: number, until: number) => void = () => undefined,
): void {
  const seeds = [seed]
  for (let at = seeds.pop(); at !== undefined; at = seeds.pop()) {
    if (marks[at] !== 1) continue
    const row = at - (at % widthPx)
    const from = beginOfRun(marks, at, row)
    const until = endOfRun(marks, at, row + widthPx)
    marks.fill(0, from, until)
    take(from, until)
    if (row > 0) seedRow(marks, from - widthPx, until - widthPx, seeds)
    if (row + widthPx < marks.length) seedRow(marks, from + widthPx, until + widthPx, seeds)
  }
}

function beginOfRun(marks: Uint8Array, at: number, least: number): number {
  let from = at
  while (from > least && marks[from - 1] === 1) from--
  return from
}

function endOfRun(marks: Uint8Array, at: number, most: number): number {
  let until = at + 1
  while (until < most && marks[until] === 1) until++
  return until
}

/** Adds the first mark of each run within a part of a row. */
function seedRow(marks: Uint8Array, from: number, until: number, seeds: number[]): void {
  let isRun = false
  for (let at = from; at < until; at++) {
    const isMarked = marks[at] === 1
    if (isMarked && !isRun) seeds.push(at)
    isRun = isMarked
  }
}

/** The smallest box around some pixels. */
export function boxOf(pixels: Int32Array, widthPx: number): Box {
  let [left, right] = [widthPx, 0]
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0]
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next] as number
    const x = at % widthPx
    const y = (at - x) / widthPx
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** 1 for each pixel of the pieces of a mask that hold none of the pixels that are to be kept. */
export function piecesWithout(
  mask: FloatPlane,
  threshold: number,
  isKept: (at: number) => boolean,
): Uint8Array {
  const marks = marksOf(mask, threshold)
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) {
    if (isKept(at)) clearTied(marks, mask.widthPx, at)
  }
  return marks
}

/** Clears, in place, the pieces of a mask that hold none of the pixels that are to be kept. */
export function clearPiecesWithout(
  mask: FloatPlane,
  threshold: number,
  isKept: (at: number) => boolean,
): void {
  const without = piecesWithout(mask, threshold, isKept)
  for (let at = without.indexOf(1); at >= 0; at = without.indexOf(1, at + 1)) mask.values[at] = 0
}

/**
 * Clears the marks that are tied to the sides of their plane.
 * @param isOpenAbove whether those at a column of the upper side are; its corners always are
 * @param isOpenBelow whether those along the lower side are
 */
export function clearFromSides(
  marks: Uint8Array,
  widthPx: number,
  isOpenAbove: (x: number) => boolean = () => true,
  isOpenBelow = true,
): void {
  const lowest = marks.length - widthPx
  for (let x = 0; x < widthPx; x++) {
    if (isOpenAbove(x)) clearTied(marks, widthPx, x)
    if (isOpenBelow) clearTied(marks, widthPx, lowest + x)
  }
  for (let at = 0; at < marks.length; at += widthPx) {
    clearTied(marks, widthPx, at)
    clearTied(marks, widthPx, at + widthPx - 1)
  }
}
