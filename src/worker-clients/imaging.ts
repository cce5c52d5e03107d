import { type ImagingApi, SMALL_NAME } from '#workers/imaging/api.ts'
import type { ImagingClient, WorkerClient } from './clients.ts'
import { createWorkerClient } from './worker-bridge.ts'

let spares = false

/**
 * Whether tools run in small tiles on one thread from now on. A runtime's threads are there until
 * its worker ends, so another choice ends it; ask between two jobs.
 */
export function spareDevice(small: boolean): void {
  if (small === spares) return
  spares = small
  client.end()
}

/** The image tools. It holds loaded models, so it rests only after minutes. */
const client: WorkerClient<ImagingApi> = createWorkerClient<ImagingApi>({
  spawn: () =>
    new Worker(new URL('../../workers/imaging/imaging.worker.ts', import.meta.url), {
      type: 'module',
      name: spares ? SMALL_NAME : 'imaging',
    }),
  heavy: true,
  idleMs: 180_000,
  calls: {
    readiness: 'call',
    facesReadiness: 'call',
    preview: { jobWith: 3 },
    prepare: { jobWith: 2 },
    run: { jobWith: 1 },
    refineMatte: { jobWith: 4 },
    findFaces: { jobWith: 1 },
    findPaper: { jobWith: 1 },
    probe: { jobWith: 1 },
    speedup: { jobWith: 1 },
    photoFile: 'call',
    smallCopy: { jobWith: 2 },
    keepResult: { jobWith: 1 },
  },
})

export const imaging: ImagingClient = client
