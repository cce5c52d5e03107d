import type { ImagingApi } from '#workers/imaging/api.ts'
import type { ImagingClient } from './clients.ts'
import { createWorkerClient } from './worker-bridge.ts'

/** The image tools. It holds loaded models, so it rests only after minutes. */
export const imaging: ImagingClient = createWorkerClient<ImagingApi>({
  spawn: () =>
    new Worker(new URL('../../workers/imaging/imaging.worker.ts', import.meta.url), {
      type: 'module',
      name: 'imaging',
    }),
  heavy: true,
  idleMs: 180_000,
  calls: {
    readiness: 'call',
    preview: { jobWith: 2 },
    run: { jobWith: 1 },
    refineMatte: { jobWith: 4 },
    findFaces: { jobWith: 1 },
  },
})
