import type { ToolEnvironment } from '#core/imaging/tool.ts'
import { loadKernels } from '#server/imaging/kernels.ts'

/** A tool's job that nobody watches and nobody cancels. */
export const bareJob: ToolEnvironment = {
  kernels: await loadKernels(),
  signal: { aborted: false },
  report: () => undefined,
  checkpoint: async () => undefined,
}
