import type { Kernels } from '../../../../kernels/kernels.ts'
import { type OkLab, toOkLab } from '../../../../pixels/oklab.ts'
import { createFloatPlane } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'

/** Edges of a small picture: how steep each pixel is, and the unit direction across the edge. */
export interface Edges {
  readonly widthPx: number
  readonly heightPx: number
  /** OKLab a pixel. */
  readonly steepness: Float32Array
  readonly acrossX: Float32Array
  readonly acrossY: Float32Array
  /** The colours that they are edges of, smoothed; OKLab, a and b times {@link COLOUR_WEIGHT}. */
  readonly lab: readonly Float32Array[]
}

const SIGMA_PX = 1.2
/** Differences of colour count so much more than those of lightness: paper on a table of its lightness. */
export const COLOUR_WEIGHT = 1.5

/** Steepness over all three channels (Di Zenzo 1986): paper may differ from its ground in colour alone. */
export function edgesOf(kernels: Kernels, picture: Raster): Edges {
  const { widthPx, heightPx } = picture
  const planes = labPlanes(picture).map((plane) => kernels.gaussian(plane, SIGMA_PX).values)
  const count = widthPx * heightPx
  const edges = {
    widthPx,
    heightPx,
    steepness: new Float32Array(count),
    acrossX: new Float32Array(count),
    acrossY: new Float32Array(count),
    lab: planes,
  }
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const at = y * widthPx + x
      let [xx, yy, xy] = [0, 0, 0]
      for (const values of planes) {
        const gx = ((values[at + 1] as number) - (values[at - 1] as number)) / 2
        const gy = ((values[at + widthPx] as number) - (values[at - widthPx] as number)) / 2
        xx += gx * gx
        yy += gy * gy
        xy += gx * gy
      }
      const spread = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)
      const angle = Math.atan2(2 * xy, xx - yy) / 2
      edges.steepness[at] = Math.sqrt((xx + yy + spread) / 2)
      edges.acrossX[at] = Math.cos(angle)
      edges.acrossY[at] = Math.sin(angle)
    }
  }
  return edges
}

function labPlanes({ widthPx, heightPx, rgba }: Raster): readonly FloatPlane[] {
  const planes = [0, 1, 2].map(() => createFloatPlane(widthPx, heightPx))
  const colour: OkLab = [0, 0, 0]
  for (let at = 0; at < widthPx * heightPx; at++) {
    toOkLab(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0, colour)
    planes.forEach((plane, c) => {
      plane.values[at] = (colour[c] ?? 0) * (c === 0 ? 1 : COLOUR_WEIGHT)
    })
  }
  return planes
}

/** Steepness that so large a share of the pixels does not reach. */
export function steepnessAt({ steepness }: Edges, share: number): number {
  const sorted = new Float32Array(steepness).sort()
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
