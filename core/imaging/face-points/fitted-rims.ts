import { moved } from './face-lines.ts'
import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { type Eye, lowerHalf, type Rim, rimLine, upperHalf } from './rims.ts'
import type { SeenFace } from './seen-face.ts'

/** A pair of rims as one: what both look like, and how far the pair lies aside of the eyes and below them, face widths. */
interface PlacedRim extends Rim {
  readonly aside: number
  readonly below: number
}

type Part = keyof PlacedRim

/** Within what a pair is looked for, and by how much it is changed at a time, first and last, face widths. */
const BOUNDS: Readonly<
  Record<Part, { least: number; most: number; steps: readonly [number, number] }>
> = {
  across: { least: 0.13, most: 0.26, steps: [0.02, 0.007] },
  down: { least: 0.07, most: 0.2, steps: [0.02, 0.007] },
  up: { least: 0.06, most: 0.115, steps: [0.02, 0.007] },
  out: { least: -0.02, most: 0.07, steps: [0.02, 0.007] },
  aside: { least: -0.08, most: 0.08, steps: [0.02, 0.007] },
  below: { least: -0.02, most: 0.04, steps: [0.02, 0.007] },
  square: { least: 2, most: 5, steps: [1, 0.5] },
}
const PARTS = ['aside', 'across', 'down', 'up', 'out', 'below', 'square'] as const
/** Above an eye lie brows, which are dark lines, too: what is seen there counts for less. */
const ABOVE = 0.5
/** What is lost by a pair that lies aside of both eyes, for each face width of it: lines of a face lie there, too. */
const ASTRAY = 12
const SIZES = [
  { across: 0.15, down: 0.1, square: 3 },
  { across: 0.19, down: 0.12, square: 3 },
  { across: 0.21, down: 0.16, square: 2.5 },
] as const
const ASIDE = [-0.05, 0, 0.05] as const

/**
 * The pair of rims, whole and placed as one, on which most dark lines lie: found from several sizes and places by
 * changing one measure at a time.
 * @param start the pair that fits best where none is moved
 */
export function fittedRims(
  seen: SeenFace,
  face: FoundFace,
  eyes: readonly Eye[],
  start: Rim,
): Point[][] {
  const starts: PlacedRim[] = [
    { ...start, aside: 0, below: 0 },
    ...ASIDE.flatMap((aside) =>
      SIZES.map((size) => ({ ...size, up: start.up, out: 0.02, below: 0, aside })),
    ),
  ]
  let best: { rim: PlacedRim; score: number } | null = null
  for (const from of starts) {
    const found = climbed(from, (rim) => scoreOf(seen, face, eyes, rim))
    if (best === null || found.score > best.score) best = found
  }
  return linesOf(best?.rim ?? { ...start, aside: 0, below: 0 }, eyes, face)
}

function linesOf(rim: PlacedRim, eyes: readonly Eye[], face: FoundFace): Point[][] {
  const [aside, below] = [rim.aside * face.widthPx, rim.below * face.widthPx]
  return eyes.map((eye) =>
    rimLine(rim, { ...eye, centre: moved(eye.centre, face, aside, below) }, face),
  )
}

function scoreOf(seen: SeenFace, face: FoundFace, eyes: readonly Eye[], rim: PlacedRim): number {
  const sum = linesOf(rim, eyes, face).reduce(
    (all, line) => all + seen.strength(lowerHalf(line)) + ABOVE * seen.strength(upperHalf(line)),
    0,
  )
  return sum - ASTRAY * Math.abs(rim.aside)
}

/** Changes one measure at a time as long as that makes the score higher, in large steps, then in small ones. */
function climbed(from: PlacedRim, score: (rim: PlacedRim) => number) {
  let best = { rim: from, score: score(from) }
  for (const size of [0, 1] as const) {
    for (let isBetter = true; isBetter; ) {
      isBetter = false
      for (const part of PARTS) {
        for (const sign of [-1, 1]) {
          const { least, most, steps } = BOUNDS[part]
          const value = Math.min(most, Math.max(least, best.rim[part] + sign * steps[size]))
          const rim = { ...best.rim, [part]: value }
          const own = score(rim)
          if (own <= best.score + 1e-6) continue
          best = { rim, score: own }
          isBetter = true
        }
      }
    }
  }
  return best
}
