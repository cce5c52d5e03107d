import type { JobContext } from '../../../jobs.ts'
import type { Kernels } from '../../../kernels/kernels.ts'
import { planeRows } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { filterPlane } from '../../../pixels/strips.ts'

/**
 * A grey guided filter over a plane in memory, strip by strip: flat where the guide is nearly flat,
 * with the guide's edges.
 * @param guide as large as the plane; the plane itself unless said
 */
export const guided = (
  job: JobContext,
  kernels: Kernels,
  plane: FloatPlane,
  radiusPx: number,
  epsilon: number,
  guide = plane,
): Promise<FloatPlane> =>
  filterPlane(job, plane, radiusPx * 2, ({ readTopPx, readHeightPx }) =>
    kernels.guidedFilter(
      planeRows(guide, readTopPx, readHeightPx),
      planeRows(plane, readTopPx, readHeightPx),
      radiusPx,
      epsilon,
    ),
  )
