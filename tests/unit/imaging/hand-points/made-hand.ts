import type { Point } from '#core/imaging/face-points/face-points.ts'
import type { HandPoints } from '#core/imaging/hand-points/hand-points.ts'

/** Length of the made hand's palm, from its wrist to the middle knuckle. */
const PALM = 60

/**
 * A hand with stretched fingers that point upwards, one beside the other.
 * @param wrist where it begins
 * @param apart how far the middles of its fingers lie apart, px
 */
export function madeHand(wrist: Point, apart = 15, presence = 1): HandPoints {
  const finger = (number: number, long: number): Point[] => {
    const x = wrist.x + (number - 1) * apart - apart / 2
    return [0, 1, 2, 3].map((joint) => ({ x, y: wrist.y - PALM - (joint * long) / 3 }))
  }
  const thumb = [20, 34, 44, 54].map((aside, joint) => ({
    x: wrist.x - aside,
    y: wrist.y - 14 - joint * 12,
  }))
  const fingers = [45, 50, 46, 38].flatMap((long, number) => finger(number, long))
  return { presence, points: [wrist, ...thumb, ...fingers] }
}
