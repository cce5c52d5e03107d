import { moved } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { type Eye, type Rim, rimLine } from './rims.ts'

/** A pair of glasses as one: what both look like, and how far the pair lies aside of the eyes and below them, face widths. */
export interface PlacedRim extends Rim {
  readonly aside: number
  readonly below: number
}

/** Within what a measure is looked for, face widths; a square's is a power. */
type Bounds = Readonly<Record<keyof PlacedRim, readonly [least: number, most: number]>>

/** By how much a measure is changed at a time, first and last, face widths; a square's power. */
const STEPS = { lengths: [0.02, 0.007], square: [1, 0.5] } as const
const MEASURES = ['aside', 'across', 'down', 'up', 'out', 'below', 'square'] as const

/**
 * The pair, whole and placed as one, that scores best: found from several starts by changing one measure at a time,
 * in large steps, and the best of them then in small ones.
 * @param scoreOf both rims of a pair
 * @param astray what a pair loses for each face width that it lies aside of both eyes
 */
export function placedPair(
  face: FoundFace,
  eyes: readonly Eye[],
  starts: readonly PlacedRim[],
  bounds: Bounds,
  scoreOf: (lines: readonly (readonly Point[])[]) => number,
  astray: number,
): Point[][] {
  const score = (rim: PlacedRim) => scoreOf(linesOf(rim, eyes, face)) - astray * Math.abs(rim.aside)
  const coarse = starts.map((start) => climbed(start, 0, bounds, score))
  const most = Math.max(...coarse.map((own) => own.score))
  const best = coarse.find((own) => own.score === most)
  return best === undefined ? [] : linesOf(climbed(best.rim, 1, bounds, score).rim, eyes, face)
}

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
  let best = { rim: from, score: scoreOf(from) }
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const [measure, step] of changesOf(size)) {
      const [least, most] = bounds[measure]
      const value = Math.min(most, Math.max(least, best.rim[measure] + step))
      const rim = { ...best.rim, [measure]: value }
      const score = scoreOf(rim)
      if (score <= best.score) continue
      best = { rim, score }
      isBetter = true
    }
  }
  return best
}

/** Every measure both ways. */
const changesOf = (size: 0 | 1) =>
  MEASURES.flatMap((measure) => {
    const step = STEPS[measure === 'square' ? 'square' : 'lengths'][size]
    return [[measure, -step] as const, [measure, step] as const]
  })
