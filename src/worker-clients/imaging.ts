import { type ImagingApi, SMALL_NAME } from '#workers/imaging/api.ts'
import { imagingCalls } from './call-tables.ts'
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
  restsAfter: { job: 'run', times: 2 },
  calls: imagingCalls,
})

export const imaging: ImagingClient = client
