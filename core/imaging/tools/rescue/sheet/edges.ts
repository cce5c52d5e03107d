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
  const lab = labPlanes(picture).map((plane) => kernels.gaussian(plane, SIGMA_PX).values)
  const count = widthPx * heightPx
  const edges = {
    widthPx,
    heightPx,
    steepness: new Float32Array(count),
    acrossX: new Float32Array(count),
    acrossY: new Float32Array(count),
    lab,
  }
  for (let y = 1; y < heightPx - 1; y++) edgesOfRow(edges, y)
  return edges
}

/** A function of a row: it is compiled after some rows, where one over all of them is left again at each. */
function edgesOfRow({ lab, steepness, acrossX, acrossY, widthPx }: Edges, y: number): void {
  for (let at = y * widthPx + 1; at < (y + 1) * widthPx - 1; at++) {
    let xx = 0
    let yy = 0
    let xy = 0
    for (let k = 0; k < lab.length; k++) {
      const values = lab[k] as Float32Array
      const gx = ((values[at + 1] as number) - (values[at - 1] as number)) / 2
      const gy = ((values[at + widthPx] as number) - (values[at - widthPx] as number)) / 2
      xx += gx * gx
      yy += gy * gy
      xy += gx * gy
    }
    const spread = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)
    const angle = Math.atan2(2 * xy, xx - yy) / 2
    steepness[at] = Math.sqrt((xx + yy + spread) / 2)
    acrossX[at] = Math.cos(angle)
    acrossY[at] = Math.sin(angle)
  }
}

type LabPlanes = readonly [light: FloatPlane, a: FloatPlane, b: FloatPlane]

function labPlanes({ widthPx, heightPx, rgba }: Raster): LabPlanes {
  const plane = () => createFloatPlane(widthPx, heightPx)
  const planes: LabPlanes = [plane(), plane(), plane()]
  const [light, a, b] = planes
  const colour: OkLab = [0, 0, 0]
  for (let at = 0; at < widthPx * heightPx; at++) {
    toOkLab(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0, colour)
    light.values[at] = colour[0]
    a.values[at] = colour[1] * COLOUR_WEIGHT
    b.values[at] = colour[2] * COLOUR_WEIGHT
  }
  return planes
}

/** Steepness that so large a share of the pixels does not reach. */
export function steepnessAt({ steepness }: Edges, share: number): number {
  const sorted = new Float32Array(steepness).sort()
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
