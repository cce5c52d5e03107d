import type { ImagingApi } from '#workers/imaging/api.ts'
import type { OpenCvApi } from '#workers/opencv/api.ts'
import type { CallTable } from './worker-bridge.ts'

/** What the page asks of the workers that the tests' harness starts by itself, too. */
export const imagingCalls: CallTable<ImagingApi> = {
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
  keptIn: 'call',
}

export const openCvCalls: CallTable<OpenCvApi> = {
  cleanMatte: { jobWith: 2 },
  cleanStoredMatte: { jobWith: 2 },
  subjectOutline: { jobWith: 2 },
  heapBytes: 'call',
}
