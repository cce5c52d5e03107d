import type { Point } from '../face-points/face-points.ts'
import { steadyAngle, steadyBy } from '../face-points/steady.ts'
import { planesOf } from '../picture-planes.ts'
import type { InferenceSession, ToolEnvironment } from '../tool.ts'
import { type PhotoAndCopy, readUpright } from '../upright-crop.ts'
import type { FoundPalm } from './palms.ts'

/** What the network of `hand/points` finds of one hand. */
export interface HandPoints {
  /** That there is a hand at all, 0..1. */
  readonly presence: number
  /** The wrist, then four points of each finger from the thumb on, from the knuckle to its tip, px of the photo. */
  readonly points: readonly Point[]
}

/** Where a hand is looked for: a square turned so that its fingers point upwards, px. */
interface Square {
  readonly centreX: number
  readonly centreY: number
  readonly sizePx: number
  readonly angle: number
}

const CROP_PX = 224
const POINTS = 21
const PRESENCE = POINTS * 3
/** The second look is turned by the points of the first. */
const LOOKS = 2
/** Sides of the square in sides of a palm's box, and how far towards the fingers it lies (hand_landmark_cpu.pbtxt). */
const OF_PALM = { sides: 2.6, towards: 0.5 }
/** The same of the box about a hand's inner points. */
const OF_POINTS = { sides: 2, towards: 0.1 }
/** Points that tell where a hand is: not its finger tips, which go anywhere. */
const INNER = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18] as const
const ORIGIN: Point = { x: 0, y: 0 }

/**
 * The points of a hand whose palm a detector found.
 * @param photo the photo, and a small copy of it
 * @param network of the role `hand/points`
 */
export async function handPointsOf(
  env: ToolEnvironment,
  photo: PhotoAndCopy,
  palm: FoundPalm,
  network: InferenceSession,
): Promise<HandPoints> {
  let square = squareOfPalm(palm)
  for (let look = 1; ; look++) {
    const crop = readUpright(env.kernels, photo, square, 1, square.angle, CROP_PX)
    const shape = [1, 3, CROP_PX, CROP_PX] as const
    const { values } = await network.run({ shape, values: planesOf(crop) })
    const points = placedIn(values, square)
    await env.checkpoint()
    if (look === LOOKS) return { presence: values[PRESENCE] ?? 0, points }
    square = squareOfPoints(points)
  }
}

/** How far a direction is turned from upwards, radians. */
const turnOf = (from: Point, to: Point): number => Math.atan2(to.x - from.x, from.y - to.y)

const squareOfPalm = ({ centre, sidePx, wrist, knuckle }: FoundPalm): Square =>
  steadySquare(centre, sidePx, turnOf(wrist, knuckle), OF_PALM)

function squareOfPoints(points: readonly Point[]): Square {
  const at = (index: number) => points[index] ?? ORIGIN
  // The middle finger counts as much as its neighbours together.
  const middle = {
    x: (at(5).x + at(13).x) / 4 + at(9).x / 2,
    y: (at(5).y + at(13).y) / 4 + at(9).y / 2,
  }
  const angle = steadyAngle(turnOf(at(0), middle))
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const across = INNER.map((index) => at(index).x * cos + at(index).y * sin)
  const down = INNER.map((index) => at(index).y * cos - at(index).x * sin)
  const [left, right] = [Math.min(...across), Math.max(...across)]
  const [top, bottom] = [Math.min(...down), Math.max(...down)]
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  const centre = { x: u * cos - v * sin, y: u * sin + v * cos }
  return steadySquare(centre, Math.max(right - left, bottom - top), angle, OF_POINTS)
}

function steadySquare(
  centre: Point,
  boxPx: number,
  turn: number,
  { sides, towards }: typeof OF_PALM,
): Square {
  const angle = steadyAngle(turn)
  const steady = steadyBy(boxPx)
  return {
    centreX: steady(centre.x + towards * boxPx * Math.sin(angle)),
    centreY: steady(centre.y - towards * boxPx * Math.cos(angle)),
    sizePx: steady(boxPx * sides),
    angle,
  }
}

function placedIn(values: Float32Array, { centreX, centreY, sizePx, angle }: Square): Point[] {
  const scale = sizePx / CROP_PX
  const steady = steadyBy(sizePx)
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return Array.from({ length: POINTS }, (_, index) => {
    const x = (values[index * 3] ?? 0) - CROP_PX / 2
    const y = (values[index * 3 + 1] ?? 0) - CROP_PX / 2
    return { x: steady(centreX + x * cos - y * sin), y: steady(centreY + x * sin + y * cos) }
  })
}
