import type { Point } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { placedPair } from './placed-pair.ts'
import { type Eye, lowerHalf, type Rim, UPRIGHT, upperHalf } from './rims.ts'
import type { SeenFace } from './seen-face.ts'

const BOUNDS = {
  across: [0.13, 0.26],
  down: [0.07, 0.2],
  up: [0.06, 0.115],
  out: [-0.02, 0.07],
  aside: [-0.08, 0.08],
  below: [-0.02, 0.04],
  square: [2, 5],
  taper: [0, 0],
  lean: [0, 0],
  tilt: [0, 0],
} as const
/** Above an eye lie brows, which are dark lines, too: what is seen there counts for less. */
const ABOVE = 0.5
/** A pair that lies aside of both eyes loses so much, places for each face width: lines of a face lie there, too. */
const LOSSES = { astray: 12, formed: 0 }
const SIZES = [
  { across: 0.15, down: 0.1, square: 3 },
  { across: 0.19, down: 0.12, square: 3 },
  { across: 0.21, down: 0.16, square: 2.5 },
] as const
const ASIDE = [-0.05, 0, 0.05] as const

/**
 * The pair of rims, whole and placed as one, on which most dark lines lie.
 * @param start the pair that fits best where none is moved
 */
export function fittedRims(
  seen: SeenFace,
  face: FoundFace,
  eyes: readonly Eye[],
  start: Rim,
): Point[][] {
  const starts = [
    { ...start, aside: 0, below: 0 },
    ...ASIDE.flatMap((aside) =>
      SIZES.map((size) => ({ ...size, ...UPRIGHT, up: start.up, out: 0.02, below: 0, aside })),
    ),
  ]
  const scoreOf = (lines: readonly (readonly Point[])[]) =>
    lines.reduce(
      (all, line) => all + seen.strength(lowerHalf(line)) + ABOVE * seen.strength(upperHalf(line)),
      0,
    )
  return placedPair(face, eyes, starts, BOUNDS, scoreOf, LOSSES)
}
