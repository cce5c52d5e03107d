import type { Cel } from '../cel.ts'
import type { OkLabPicture } from '../study.ts'
import type { Lettering } from './lettering.ts'

/** So far on the way from its ground to the letters a place is a letter; as far the other way it is something else. */
const LETTER = 0.5
/** Places that are farther on say what colour letters have. */
const CORE = 0.75
/** Paint is no darker and no lighter, OKLab. */
const BOUNDS = { least: 0.08, most: 0.98 }

/** A line of letters and the paint that its ground has. */
export interface PaintedLettering {
  readonly line: Lettering
  readonly paper: {
    readonly cell: number
    readonly light: number
    readonly a: number
    readonly b: number
  }
}

const bound = (light: number) => Math.min(BOUNDS.most, Math.max(BOUNDS.least, light))

/**
 * Finds the paint of the ground of lines of letters.
 * @param seen the picture
 * @param before lightness of the paint as it was before it was graded
 */
export function papersOf(
  { cells, colours, bare }: Cel,
  seen: OkLabPicture,
  before: Float32Array,
  lines: readonly Lettering[],
): PaintedLettering[] {
  return lines.map((line) => {
    const apart = (at: number) => Math.abs((before[at] as number) - line.ground)
    let paper = -1
    // What letters were cut into has much of their paint: the truest cell is the ground.
    for (const at of placesOf(line, seen.widthPx)) {
      // A detail that was drawn there is no ground.
      if (bare[at] !== 0 || Math.abs(wayTo(line, seen.lightness, at)) > LETTER) continue
      if (paper < 0 || apart(at) < apart(paper)) paper = at
    }
    const lost = line.ground - (before[paper] ?? line.ground)
    const light = bound((colours.lightness[paper] ?? line.ground) + lost)
    const [a, b] = [colours.a[paper] ?? 0, colours.b[paper] ?? 0]
    return { line, paper: { cell: cells[paper] ?? 0, light, a, b } }
  })
}

/** Draws lines of letters as they are seen, on one paint: cut into cells they would be scraps. @param seen the picture */
export function drawLettering(
  cel: Cel,
  seen: OkLabPicture,
  letterings: readonly PaintedLettering[],
): void {
  for (const { line, paper } of letterings) {
    const places = placesOf(line, seen.widthPx)
    const core = places.filter((at) => wayTo(line, seen.lightness, at) > CORE)
    const mean = (plane: Float32Array) =>
      core.reduce((sum, at) => sum + (plane[at] as number), 0) / Math.max(1, core.length)
    const light = bound(paper.light + line.letters - line.ground)
    const [a, b] = [mean(seen.a), mean(seen.b)]
    const stroke = cel.newStrokes(1)
    for (const at of places) {
      const way = wayTo(line, seen.lightness, at)
      if (way > LETTER) cel.set(at, stroke, light, a, b)
      else if (way > -LETTER) cel.set(at, paper.cell, paper.light, paper.a, paper.b)
      else continue
      cel.bare[at] = 1
    }
  }
}

/** How far a place is on the way from the ground of a line, 0, to its letters, 1. */
const wayTo = ({ ground, letters }: Lettering, lightness: Float32Array, at: number): number =>
  ((lightness[at] as number) - ground) / (letters - ground)

function placesOf({ left, right, top, bottom }: Lettering, widthPx: number): number[] {
  const places: number[] = []
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) places.push(y * widthPx + x)
  }
  return places
}
