import type { CompositorApi } from '#workers/compositor/api.ts'
import type { CompositorClient } from './clients.ts'
import { createWorkerClient } from './worker-bridge.ts'

/** The one renderer. It holds the stage's canvas, so it is kept. */
export const compositor: CompositorClient = createWorkerClient<CompositorApi>({
  spawn: () =>
    new Worker(new URL('../../workers/compositor/compositor.worker.ts', import.meta.url), {
      type: 'module',
      name: 'compositor',
    }),
  idleMs: null,
  calls: {
    attachStage: 'call',
    drawStage: 'call',
    lendPhoto: 'call',
    readyPhoto: 'call',
    endLoan: 'call',
    lightnessWithin: 'call',
    measureText: 'call',
    thumbnail: 'call',
    productPicture: 'call',
    inspectInk: 'call',
    lookPictures: { jobWith: 1 },
    exportPrint: { jobWith: 1 },
    forgetPhotos: 'call',
  },
})
