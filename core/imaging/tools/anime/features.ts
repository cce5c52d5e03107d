import { type OkLab, toOkLab } from '../../../pixels/oklab.ts'
import { createFloatPlane, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { People } from './skin.ts'
import { unitPxOf } from './study.ts'

/** Lengths are thousandths of the picture's longer side. */
const SMOOTH = { reach: 2, range: 0.2 }
/** Changes of light wider than this are shade, which the paint flattens on purpose. */
const SHADE_REACH = 9
/** What is given back of a place's lost lightness: none up to a difference, all from another on. */
interface Returned {
  readonly from: number
  readonly to: number
  readonly emphasis: number
}
/** A little more than was lost: an anime face is read by its eyes. */
const OF_SKIN: Returned = { from: 0.02, to: 0.07, emphasis: 1.5 }
/** Strands are followed this far, and are of so many steps of light: locks. */
const LOCKS = {
  flowRadiusPx: 4,
  flowRounds: 2,
  steps: 14,
  step: 0.035,
  lighter: 1,
  darker: 2,
  emphasis: 1.45,
}

/**
 * What paint has lost that makes people themselves, eyes and brows and lips and the strands of their
 * hair, as differences of OKLab lightness; nothing where there is neither skin nor hair.
 * @param picture at the size of the lines
 */
export function featuresOf(env: ToolEnvironment, picture: Raster, people: People): FloatPlane {
  const { widthPx, heightPx } = picture
  const unitPx = unitPxOf(picture)
  const { rgba } = env.kernels.domainTransform(picture, SMOOTH.reach * unitPx, SMOOTH.range)
  const enlarged = (plane: FloatPlane) => env.kernels.resizePlane(plane, widthPx, heightPx).values
  const skin = enlarged(people.skin)
  const hair = enlarged(people.hair)
  const painted = enlarged(people.lightness)
  const lost = createFloatPlane(widthPx, heightPx)
  const colour: OkLab = [0, 0, 0]
  for (let at = 0; at < skin.length; at++) {
    const share = Math.max(skin[at] as number, hair[at] as number)
    if (share === 0) continue
    const from = at * 4
    toOkLab(rgba[from] as number, rgba[from + 1] as number, rgba[from + 2] as number, colour)
    lost.values[at] = (colour[0] - (painted[at] as number)) * share
  }
  const shade = env.kernels.gaussian(lost, SHADE_REACH * unitPx).values
  const locks = locksOf(env, picture, lost, hair)
  for (let at = 0; at < skin.length; at++) {
    const difference = (lost.values[at] as number) - (shade[at] as number)
    const ofSkin = returned(difference, OF_SKIN) * (skin[at] as number)
    lost.values[at] = ofSkin + (locks[at] as number) * (hair[at] as number)
  }
  return lost
}

/** The light of hair, combed along its strands and set in steps. */
function locksOf(
  env: ToolEnvironment,
  picture: Raster,
  lost: FloatPlane,
  hair: Float32Array,
): Float32Array {
  const locks = new Float32Array(hair.length)
  if (!hair.some((share) => share > 0.05)) return locks
  const flow = env.kernels.edgeTangentFlow(
    env.kernels.luma(picture),
    LOCKS.flowRadiusPx,
    LOCKS.flowRounds,
  )
  const combed = env.kernels.lineIntegral(lost, flow, { steps: LOCKS.steps, stridePx: 1 }).values
  for (let at = 0; at < locks.length; at++) {
    const level = (combed[at] as number) / LOCKS.step
    const whole = Math.round(level)
    const away = level - whole
    const stepped = Math.min(LOCKS.lighter, Math.max(-LOCKS.darker, whole + 16 * away ** 5))
    locks[at] = stepped * LOCKS.step * LOCKS.emphasis
  }
  return locks
}

const returned = (difference: number, { from, to, emphasis }: Returned): number =>
  difference * smoothstep(from, to, Math.abs(difference)) * emphasis
