import { type Box, sharedOfBoxes } from '../../pixels/pixels.ts'
import type { Point } from '../face-points/face-points.ts'
import type { InferenceSession, ToolEnvironment } from '../tool.ts'
import type { PhotoAndCopy } from '../upright-crop.ts'
import { type HandPoints, handPointsOf } from './hand-points.ts'
import { type FoundPalm, type LookedSquare, palmsIn } from './palms.ts'

/** The networks that hands are found by. */
export interface HandNetworks {
  readonly palms: InferenceSession
  readonly points: InferenceSession
}

/** From here on there is a hand. */
const PRESENT = 0.9
/** And on a face, where lips and noses may look like one. */
const PRESENT_ON_FACE = 0.97
/** More of its points than these lie there. */
const ON_FACE = 4
/** Palms that share more of their union are one. */
const SAME_PALM = 0.3
/** Hands whose middles lie nearer than such a share of the smaller one's size are one. */
const SAME_HAND = 0.5
/** As many are looked at, the surest first. */
const MOST = 8

/**
 * The hands of people, in pixels of the photo, the surest first.
 * @param squares that are looked at
 * @param isFace whether a place is on a face
 */
export async function findHands(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  squares: readonly LookedSquare[],
  networks: HandNetworks,
  isFace: (place: Point) => boolean,
): Promise<readonly HandPoints[]> {
  const found: FoundPalm[] = []
  for (const square of squares) found.push(...(await palmsIn(env, photo, square, networks.palms)))
  const hands: HandPoints[] = []
  for (const palm of surestOf(found).slice(0, MOST)) {
    const hand = await handPointsOf(env, photo, palm, networks.points)
    const least = hand.points.filter(isFace).length > ON_FACE ? PRESENT_ON_FACE : PRESENT
    if (hand.presence >= least) hands.push(hand)
  }
  const sorted = hands.toSorted((a, b) => b.presence - a.presence)
  return sorted.filter((hand, at) => !sorted.slice(0, at).some((other) => areOne(hand, other)))
}

/** Of all boxes on one palm the surest. */
function surestOf(palms: readonly FoundPalm[]): readonly FoundPalm[] {
  const kept: FoundPalm[] = []
  for (const palm of palms.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => sharedOfBoxes(boxOf(palm), boxOf(other)) > SAME_PALM)) kept.push(palm)
  }
  return kept
}

const boxOf = ({ centre, sidePx }: FoundPalm): Box => ({
  x: centre.x - sidePx / 2,
  y: centre.y - sidePx / 2,
  width: sidePx,
  height: sidePx,
})

/** The middle of a hand's palm, and how large it is: the longest of some lengths, as any may point at the camera. */
export function palmOf({ points }: HandPoints): {
  readonly middle: Point
  readonly sizePx: number
} {
  const at = (index: number) => points[index] ?? { x: 0, y: 0 }
  const apart = (one: number, other: number) =>
    Math.hypot(at(one).x - at(other).x, at(one).y - at(other).y)
  const palm = [0, 5, 9, 13, 17].map(at)
  const mean = (of: (point: Point) => number) =>
    palm.reduce((sum, point) => sum + of(point), 0) / palm.length
  return {
    middle: { x: mean(({ x }) => x), y: mean(({ y }) => y) },
    // A palm is as long as one and a half of its width, and twice a finger's first bone.
    sizePx: Math.max(apart(0, 9), 1.5 * apart(5, 17), 2.1 * apart(5, 6), 2 * apart(9, 10)),
  }
}

function areOne(one: HandPoints, other: HandPoints): boolean {
  const [a, b] = [palmOf(one), palmOf(other)]
  const apart = Math.hypot(a.middle.x - b.middle.x, a.middle.y - b.middle.y)
  return apart < SAME_HAND * Math.min(a.sizePx, b.sizePx)
}
