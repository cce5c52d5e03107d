import { gaussianHaloPx } from '../../../kernels/filters.ts'
import { planeRows } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { FILTERED_PX, filterPlane, type Strip } from '../../../pixels/strips.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'

/**
 * A grey guided filter over a plane in memory, strip by strip: flat where the guide is nearly flat,
 * with the guide's edges.
 * @param guide as large as the plane; the plane itself unless said
 */
export function guided(
  env: ToolEnvironment,
  plane: FloatPlane,
  radiusPx: number,
  epsilon: number,
  guide = plane,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const filter = ({ readTopPx, readHeightPx }: Strip) =>
    threads.guidedFilter(
      planeRows(guide, readTopPx, readHeightPx),
      planeRows(plane, readTopPx, readHeightPx),
      radiusPx,
      epsilon,
    )
  return filterPlane(env, plane, radiusPx * 2, filter, FILTERED_PX, threads)
}

/** A Gaussian over a plane in memory, strip by strip. */
export function blurred(
  env: ToolEnvironment,
  plane: FloatPlane,
  sigmaPx: number,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const filter = ({ readTopPx, readHeightPx }: Strip) =>
    threads.gaussian(planeRows(plane, readTopPx, readHeightPx), sigmaPx)
  return filterPlane(env, plane, gaussianHaloPx(sigmaPx), filter, FILTERED_PX, threads)
}
