import type { OpenCvApi } from '#workers/opencv/api.ts'
import { openCvCalls } from './call-tables.ts'
import type { OpenCvClient } from './clients.ts'
import { createWorkerClient } from './worker-bridge.ts'

/** Mattes cleaned and outlined. Its memory never shrinks, so it ends soon after use. */
export const openCv: OpenCvClient = createWorkerClient<OpenCvApi>({
  spawn: () =>
    new Worker(new URL('../../workers/opencv/opencv.worker.ts', import.meta.url), {
      type: 'module',
      name: 'opencv',
    }),
  heavy: true,
  idleMs: 30_000,
  calls: openCvCalls,
})
