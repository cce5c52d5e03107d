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
/** Strands of dark hair differ by little. */
const OF_HAIR: Returned = { from: 0.008, to: 0.03, emphasis: 1.6 }

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
  for (let at = 0; at < skin.length; at++) {
    const difference = (lost.values[at] as number) - (shade[at] as number)
    const ofSkin = returned(difference, OF_SKIN) * (skin[at] as number)
    lost.values[at] = ofSkin + returned(difference, OF_HAIR) * (hair[at] as number)
  }
  return lost
}

const returned = (difference: number, { from, to, emphasis }: Returned): number =>
  difference * smoothstep(from, to, Math.abs(difference)) * emphasis
