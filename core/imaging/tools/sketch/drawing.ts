import type { SketchPlanes, SketchRows } from '../../../kernels/sketch-rows.ts'
import { partFor, type SampledPlane } from '../../../pixels/sample-rows.ts'

/** The same for each plane that is there. */
export const eachPlane = <From, To>(
  { lines, shading, ...others }: SketchPlanes<From>,
  change: (plane: From) => To,
): SketchPlanes<To> => ({
  ...Object.fromEntries(Object.entries(others).map(([slot, plane]) => [slot, change(plane)])),
  lines: change(lines),
  shading: change(shading),
})

/** What rows of a drawing are drawn from; the planes' memory is shared. */
export const rowsOf = (
  planes: SketchPlanes<SampledPlane>,
  settings: Omit<SketchRows, 'planes'>,
): SketchRows => ({
  ...settings,
  planes: eachPlane(planes, (plane) =>
    partFor(plane, settings.heightPx, settings.topPx, settings.rows),
  ),
})
