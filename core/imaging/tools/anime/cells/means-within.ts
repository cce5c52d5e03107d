import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'

type Plane = Float32Array<ArrayBuffer>

/**
 * Means of a plane over what has weight about each place (normalized convolution, Knutsson and Westin 1993); 0
 * where hardly anything has.
 * @param weighted the values, each times its weight
 * @param weight of each pixel, 0 or more
 * @param sigma how far is looked, px
 * @param least share of what lies about a place that must have weight
 */
export function meansWithin(
  kernels: Pick<Kernels, 'gaussian'>,
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
  weighted: Plane,
  weight: Plane,
  sigma: number,
  least = 1e-3,
): Plane {
  const blurred = (values: Plane) => kernels.gaussian({ widthPx, heightPx, values }, sigma).values
  const [whole, sums] = [blurred(weight), blurred(weighted)]
  inParts(sums.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const share = whole[at] as number
      sums[at] = share > least ? (sums[at] as number) / share : 0
    }
  })
  return sums
}
