import { inParts } from '../../../../pixels/in-parts.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { unitPxOf } from '../study.ts'

/**
 * How wide a rim is, thousandths; how much darker it is at most, OKLab, at what step of light between two washes half
 * as much, and how much colour it gains for each of that.
 */
const RIM = { reach: 1.8, most: 0.11, half: 0.05, colour: 3 }

/**
 * Lets pigment gather along the edges of washes, as it does in watercolour that dries (Bousseau et al. 2006): each is
 * darker along what is lighter than it.
 * @param cel which is written on
 * @param isKept 1 where paint stays as it is: skin and heads
 */
export function gatherPigment(
  env: ToolEnvironment,
  { widthPx, heightPx, colours }: Cel,
  share: number,
  isKept: (at: number) => boolean,
): void {
  const { lightness, a, b } = colours
  const reachPx = RIM.reach * unitPxOf(colours)
  const about = env.kernels.gaussian({ widthPx, heightPx, values: lightness }, reachPx).values
  inParts(lightness.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const darker = (about[at] as number) - (lightness[at] as number)
      if (darker < 1e-3 || isKept(at)) continue
      const rim = (share * RIM.most * darker) / (darker + RIM.half)
      lightness[at] = (lightness[at] as number) - rim
      const clear = 1 + RIM.colour * rim
      a[at] = (a[at] as number) * clear
      b[at] = (b[at] as number) * clear
    }
  })
  // Of a picture of a few pixels nothing is smoothed: what comes back is the paint itself.
  giveBack(env, [about], [lightness])
}
