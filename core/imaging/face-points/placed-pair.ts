import { moved } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { type Eye, type Rim, rimLine } from './rims.ts'

/** A pair of glasses as one: what both look like, and how far the pair lies aside of the eyes and below them, face widths. */
export interface PlacedRim extends Rim {
  readonly aside: number
  readonly below: number
}

type Measure = keyof PlacedRim

/** Within what a measure is looked for, face widths; a square's is a power, those of a form are shares. */
type Bounds = Readonly<Record<Measure, readonly [least: number, most: number]>>

/** What a pair loses of its score. */
export interface Losses {
  /** For each face width that it lies aside of both eyes. */
  readonly astray: number
  /** For its taper, lean and tilt. */
  readonly formed: number
}

/** By how much a measure is changed at a time, first and last: lengths in face widths, a power, shares. */
const STEPS = { lengths: [0.02, 0.007], square: [1, 0.5], form: [0.1, 0.05] } as const
const FORM = ['taper', 'lean', 'tilt'] as const
const LENGTHS = ['aside', 'across', 'down', 'up', 'out', 'below'] as const
const MEASURES = [...LENGTHS, 'square', ...FORM] as const
/** Halves of a step by which the outer or the inner end of a rim moves alone. */
const ENDS = [
  { across: 0.5, out: 0.5 },
  { across: 0.5, out: -0.5 },
] as const

/**
 * The pair, whole and placed as one, that scores best: found from several starts by changing one measure at a time,
 * in large steps, and the best of them then in small ones.
 * @param scoreOf both rims of a pair
 * @param finest how many of the best are changed in small steps
 */
export function placedPair(
  face: FoundFace,
  eyes: readonly Eye[],
  starts: readonly PlacedRim[],
  bounds: Bounds,
  scoreOf: (lines: readonly (readonly Point[])[]) => number,
  { astray, formed }: Losses,
  finest = 1,
): Point[][] {
  const score = (rim: PlacedRim) =>
    scoreOf(linesOf(rim, eyes, face)) -
    astray * Math.abs(rim.aside) -
    formed * FORM.reduce((sum, measure) => sum + Math.abs(rim[measure]), 0)
  const coarse = starts.map((start) => climbed(start, 0, bounds, score))
  const fine = byScore(coarse)
    .slice(0, finest)
    .map(({ rim }) => climbed(rim, 1, bounds, score))
  const [best] = byScore(fine)
  return best === undefined ? [] : linesOf(best.rim, eyes, face)
}

const byScore = <Scored extends { readonly score: number }>(all: readonly Scored[]): Scored[] =>
  all.toSorted((a, b) => b.score - a.score)

function linesOf(rim: PlacedRim, eyes: readonly Eye[], face: FoundFace): Point[][] {
  const [aside, below] = [rim.aside * face.widthPx, rim.below * face.widthPx]
  return eyes.map((eye) =>
    rimLine(rim, { ...eye, centre: moved(eye.centre, face, aside, below) }, face),
  )
}

function climbed(
  from: PlacedRim,
  size: 0 | 1,
  bounds: Bounds,
  scoreOf: (rim: PlacedRim) => number,
) {
  const changes = changesOf(size, bounds)
  let best = { rim: from, score: scoreOf(from) }
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const change of changes) {
      const rim = changed(best.rim, change, bounds)
      const score = scoreOf(rim)
      if (score <= best.score) continue
      best = { rim, score }
      isBetter = true
    }
  }
  return best
}

/** By how much measures change at once. */
type Change = Partial<Readonly<Record<Measure, number>>>

function changed(from: PlacedRim, change: Change, bounds: Bounds): PlacedRim {
  const rim: { -readonly [measure in Measure]: number } = { ...from }
  for (const measure of MEASURES) {
    const [least, most] = bounds[measure]
    const by = change[measure]
    if (by !== undefined) rim[measure] = Math.min(most, Math.max(least, from[measure] + by))
  }
  return rim
}

/** Every measure both ways. A rim that may have a form is no mirror of itself: each of its ends moves alone, too. */
function changesOf(size: 0 | 1, bounds: Bounds): Change[] {
  const formed = FORM.filter((measure) => bounds[measure][0] < bounds[measure][1])
  const length = STEPS.lengths[size]
  const ends = formed.length === 0 ? [] : ENDS
  const changes: Change[] = [
    ...LENGTHS.map((measure) => ({ [measure]: length })),
    { square: STEPS.square[size] },
    ...formed.map((measure) => ({ [measure]: STEPS.form[size] })),
    ...ends.map(({ across, out }) => ({ across: across * length, out: out * length })),
  ]
  return changes.flatMap((change) => [opposite(change), change])
}

function opposite(change: Change): Change {
  const other: { -readonly [measure in Measure]?: number } = {}
  for (const measure of MEASURES) {
    const by = change[measure]
    if (by !== undefined) other[measure] = -by
  }
  return other
}
