import type { Kernels } from '../../../../kernels/kernels.ts'
import { planeRows, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { partFor } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import { personAt } from '../../../portrait/people.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Skin } from '../skin/skin.ts'

/** What lies this near to people has contours as they have, thousandths of the longer side. */
const NEAR = 12
const NEAR_FROM = { none: 0.02, wholly: 0.2 }

/** How near to people each place of a copy lies, 0..1. */
export function nearPeople(kernels: Kernels, mask: Plane, copy: Raster): FloatPlane {
  const person = personAt(kernels, mask, copy)
  const sigmaPx = (NEAR * Math.max(copy.widthPx, copy.heightPx)) / 1000
  const near = kernels.gaussian(person, sigmaPx)
  const { values } = near
  for (let i = 0; i < values.length; i++)
    values[i] = smoothstep(NEAR_FROM.none, NEAR_FROM.wholly, values[i] as number)
  return near
}

/** A picture's light, its skin, and how near to people each place is; null where nobody is known. */
export interface LightOfPeople {
  readonly luma: FloatPlane
  readonly skin: Pick<Skin, 'bare'> | null
  readonly near?: FloatPlane | null
}

/**
 * A picture's light in which what is pale is told apart: white cloth before a pale wall has little
 * contrast, and contours all the same. Bare skin stays: what is pale on it is a shine or a pore. So does, where people
 * are, what lies about them: grains of sand are no contours.
 * @returns a plane of its own, 0 to 2.2
 */
export async function palePartedIn(
  env: ToolEnvironment,
  { luma, skin, near = null }: LightOfPeople,
): Promise<FloatPlane> {
  const { widthPx, heightPx: wholeHeightPx } = luma
  const parted = { ...luma, values: luma.values.slice() }
  for (const { topPx, heightPx: rows } of planStrips(widthPx, wholeHeightPx, 0)) {
    const partOf = (plane: FloatPlane) => partFor(plane, wholeHeightPx, topPx, rows)
    const own = planeRows(parted, topPx, rows)
    const place = { topPx, wholeHeightPx }
    env.kernels.partPale(own, place, skin && partOf(skin.bare), near && partOf(near))
    await env.checkpoint()
  }
  return parted
}
