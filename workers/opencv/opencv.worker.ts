import { expose, transfer } from 'comlink'
import { photoRefSchema } from '#core/design/document.ts'
import { outcomeOf } from '#core/errors.ts'
import { JobRegistry } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import { openMatte } from '../pixels/open-photo.ts'
import { storeMatte } from '../pixels/result-picture.ts'
import type { OpenCvApi } from './api.ts'
import { cleanMatte } from './clean-matte.ts'
import { heapBytes } from './open-cv.ts'
import { cleanSettingsSchema, matteSchema, outlineSettingsSchema } from './requests.ts'
import { subjectOutline } from './subject-outline.ts'

const jobs = new JobRegistry()
const store = new PhotoStore()

const api: OpenCvApi = {
  cleanMatte: async (jobId, matte, settings, report) => {
    const outcome = await jobs.run(jobId, report, (job) =>
      cleanMatte(job, matteSchema.parse(matte), cleanSettingsSchema.parse(settings)),
    )
    return outcome.ok ? transfer(outcome, [outcome.value.values.buffer]) : outcome
  },

  cleanStoredMatte: (jobId, matte, settings, report) =>
    jobs.run(jobId, report, async (job) => {
      const plane = await openMatte(store, photoRefSchema.parse(matte), job)
      const clean = await cleanMatte(job, plane, cleanSettingsSchema.parse(settings))
      return await storeMatte(store, clean, await loadKernels(), job)
    }),

  subjectOutline: (jobId, matte, settings, report) =>
    jobs.run(jobId, report, (job) =>
      subjectOutline(job, matteSchema.parse(matte), outlineSettingsSchema.parse(settings)),
    ),

  heapBytes: () => outcomeOf(heapBytes),

  cancel: (jobId) => jobs.cancel(jobId),
}

expose(api)
