import type { Kernels } from '../../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { Raster } from '../../../../../pixels/raster.ts'
import {
  away,
  browLine,
  evenly,
  isShut,
  lidsOf,
  moved,
  type Side,
  towards,
} from '../../../../face-points/face-lines.ts'
import type { Iris, Point } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { smoothed } from '../../../../face-points/shapes.ts'
import { lightOf, mean, sizeOf } from './face-light.ts'

/** An eye as its points and the photo have it. Lines run from the nose outwards. */
export interface SeenEye {
  readonly upper: readonly Point[]
  readonly lower: readonly Point[]
  /** The lower edge of its brow. */
  readonly brow: readonly Point[]
  readonly iris: Iris
  /** How far it is open against its width. */
  readonly open: number
  /** How much of the lid above is skin, and not a fringe or deep shade, 0..1. */
  readonly lid: number
  /** How much darker than the skin under the eye its lids are, as lashes and paint make them, 0..1. */
  readonly lashes: Readonly<Record<'upper' | 'lower', number>>
  /** How sure it is that an eye is seen there and not hair, 0..1. */
  readonly sure: number
}

const PLACES = 17
/** Where lashes are looked at along a lid: less of an iris than of what is outside of it. */
const OUTER = [3, 10, 11, 12, 13, 14]
/** How light the lid is against the skin under the eye where hair hangs over it, and where not. */
const FRINGE = { wholly: 0.36, none: 0.54 }
/** How much darker an iris is than the lid above it and the skin below, against that: perhaps, surely. */
const DARKER = { from: 0.1, wholly: 0.22 }

/** Looks at an eye. */
export function seenEye(kernels: Kernels, picture: Raster, face: FoundFace, side: Side): SeenEye {
  const { upper: lid, lower: under, iris } = lidsOf(face, side)
  const [upper, lower] = [lid, under].map((line) => evenly(smoothed(line), PLACES)) as [
    Point[],
    Point[],
  ]
  const brow = evenly(smoothed(browLine(face, side).bottom.toReversed()), PLACES)
  const size = sizeOf(face)
  const { lightAt } = lightOf(kernels, picture, face, [...upper, ...lower, ...brow], 0.008)
  const above = mean([5, 8, 11].map((i) => lightAt(between(upper, brow, i, 0.45))))
  const below = mean(
    [5, 8, 11].map((i) => lightAt(moved(lower[i] ?? iris.centre, face, 0, 0.05 * size))),
  )
  const own = lightAt(iris.centre)
  const lashesOf = (line: readonly Point[]) =>
    1 - mean(OUTER.map((i) => lightAt(line[i] ?? iris.centre))) / Math.max(0.1, below)
  const darker = Math.min(above * 1.15, below) - own
  const width = Math.max(1e-6, away(upper[0], upper.at(-1)))
  return {
    upper,
    lower,
    brow,
    iris,
    open: mean([7, 8, 9].map((i) => away(upper[i], lower[i]))) / width,
    lid: smoothstep(FRINGE.wholly, FRINGE.none, above / Math.max(0.1, below)),
    lashes: { upper: lashesOf(upper), lower: lashesOf(lower) },
    sure: isShut(face, side)
      ? 0
      : smoothstep(DARKER.from, DARKER.wholly, darker / Math.max(0.15, below)),
  }
}

const between = (one: readonly Point[], other: readonly Point[], i: number, share: number) =>
  towards(one[i] ?? { x: 0, y: 0 }, other[i] ?? { x: 0, y: 0 }, share)
