import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Grounds } from '../focus.ts'

/** How much what paint has lost of a thing counts against what it has of people: a thing is simpler. */
const SHARE = 0.7
/** From this many thousandths out of focus on nothing is drawn: there are no small things. */
const SOFT = 0.8

/** Shorter details of things are texture, thousandths. */
export const THING_SHORTEST = 9

/**
 * Adds things to where details are drawn, where nobody is: the eye of a dog is what its picture is of.
 * @param places of people and skin, 0..1, which are written on
 * @returns whether a place is one of them still
 */
export function addThings(
  { kernels }: ToolEnvironment,
  { widthPx, heightPx, values }: FloatPlane,
  { blur, leaves }: Grounds,
): (at: number) => boolean {
  const soft = kernels.resizePlane(blur, widthPx, heightPx).values
  const green = kernels.resizePlane(leaves, widthPx, heightPx).values
  const isThing = new Uint8Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const sharp = Math.max(0, 1 - (soft[at] as number) / SOFT)
    const share = SHARE * sharp * (1 - (green[at] as number))
    if (share <= (values[at] as number)) continue
    values[at] = share
    isThing[at] = 1
  }
  return (at) => isThing[at] === 0
}
