import type { Kernels } from '../kernels/kernels.ts'
import type { StripThreads, StripWork } from './strip-work.ts'
import type { ToolEnvironment } from './tool.ts'

/** The work on strips, done here and now. */
export function stripWork(kernels: Kernels): StripWork {
  return {
    gaussian: (plane, sigmaPx) => {
      const made = kernels.gaussian(plane, sigmaPx)
      return made === plane ? { ...plane, values: plane.values.slice() } : made
    },
    guidedFilter: (...given) => kernels.guidedFilter(...given),
    guidedFilterColour: (...given) => kernels.guidedFilterColour(...given),
    colourMatte: (...given) => kernels.colourMatte(...given),
    directedLines: (luma, rows, settings) =>
      kernels.flowLines(luma, kernels.tangentRows(rows), settings),
    directedStrokes: (...given) => kernels.grainStrokes(...given),
    drawCels: (...given) => kernels.drawCels(...given),
    edgeForm: (luma, { radiusPx, iterations }) => kernels.edgeForm(luma, radiusPx, iterations),
    edgeLines: (luma, { radiusPx, iterations }, settings) =>
      kernels.flowLines(luma, kernels.edgeTangentFlow(luma, radiusPx, iterations), settings),
    drawSketch: (rows) => kernels.drawSketch(rows),
    packRows: (...given) => kernels.packRows(...given),
    resizeAreaRows: (...given) => kernels.resizeAreaRows(...given),
  }
}

/** The threads of a tool's environment; where it has none, the calling one. */
export function threadsOf({ strips, kernels }: ToolEnvironment): StripThreads {
  if (strips !== undefined) return strips
  const work = stripWork(kernels)
  return {
    lanes: 1,
    release: () => undefined,
    gaussian: async (...given) => work.gaussian(...given),
    guidedFilter: async (...given) => work.guidedFilter(...given),
    guidedFilterColour: async (...given) => work.guidedFilterColour(...given),
    colourMatte: async (...given) => work.colourMatte(...given),
    directedLines: async (...given) => work.directedLines(...given),
    directedStrokes: async (...given) => work.directedStrokes(...given),
    drawCels: async (...given) => work.drawCels(...given),
    edgeForm: async (...given) => work.edgeForm(...given),
    edgeLines: async (...given) => work.edgeLines(...given),
    drawSketch: async (rows) => work.drawSketch(rows),
    packRows: async (...given) => work.packRows(...given),
    resizeAreaRows: async (...given) => work.resizeAreaRows(...given),
  }
}
