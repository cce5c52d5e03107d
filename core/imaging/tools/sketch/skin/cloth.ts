import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { RIM, RIM_PX, type SeenKhaki, withoutCloth } from './cloth-limbs.ts'
import { faintClothIn } from './faint-cloth.ts'
import type { SeenByFaces } from './nearest-face.ts'
import type { FoundSkin } from './skin-places.ts'
import { stockingsIn } from './stockings.ts'

/**
 * Takes from skin, in place, what is faint cloth, stockings or khaki.
 * @param limbs how much of each place is a limb far from its face
 * @returns where stockings and faint cloth are, each 1 there: no limb goes on into them
 */
export function takeCloth(
  kernels: Kernels,
  found: Pick<FoundSkin, 'share' | 'bare'>,
  limbs: FloatPlane,
  seen: SeenByFaces & SeenKhaki,
): readonly FloatPlane[] {
  const planes = [found.share, found.bare, limbs]
  const faint = faintClothIn(kernels, found.share, seen)
  if (faint) takeFrom(kernels, faint, planes)
  const stockings = stockingsIn(kernels, limbs, seen)
  if (stockings) takeFrom(kernels, stockings, planes)
  withoutCloth(kernels, limbs, found, seen)
  return [faint, stockings].filter((plane) => plane !== null)
}

function takeFrom(kernels: Kernels, cloth: FloatPlane, planes: readonly FloatPlane[]): void {
  const rim = kernels.gaussian(cloth, RIM_PX).values
  for (const { values } of planes) lessen(values, rim)
}

function lessen(values: Float32Array, rim: Float32Array): void {
  for (let at = 0; at < values.length; at++) {
    const taken = rim[at] as number
    if (taken > 0) values[at] = (values[at] as number) * (1 - Math.min(1, RIM * taken))
  }
}
