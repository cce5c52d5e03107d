import type { LibraryApi } from '#workers/library/api.ts'
import type { LibraryClient } from './clients.ts'
import { createWorkerClient } from './worker-bridge.ts'

/** The customer's photos and design files. */
export const library: LibraryClient = createWorkerClient<LibraryApi>({
  spawn: () =>
    new Worker(new URL('../../workers/library/library.worker.ts', import.meta.url), {
      type: 'module',
      name: 'library',
    }),
  idleMs: 30_000,
  calls: {
    takeIn: { jobWith: 1 },
    photo: 'call',
    thumbnail: 'call',
    exportDesign: { jobWith: 1 },
    importDesign: { jobWith: 1 },
    prune: 'call',
  },
})
