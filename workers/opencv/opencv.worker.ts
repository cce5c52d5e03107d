import { expose, transfer } from 'comlink'
import { outcomeOf } from '#core/errors.ts'
import { JobDesk } from '../job-desk.ts'
import type { OpenCvApi } from './api.ts'
import { cleanMatte } from './clean-matte.ts'
import { heapBytes } from './open-cv.ts'
import { cleanSettingsSchema, matteSchema, outlineSettingsSchema } from './requests.ts'
import { subjectOutline } from './subject-outline.ts'

const desk = new JobDesk()

const api: OpenCvApi = {
  cleanMatte: async (jobId, matte, settings, report) => {
    const outcome = await desk.run(jobId, report, (job) =>
      cleanMatte(job, matteSchema.parse(matte), cleanSettingsSchema.parse(settings)),
    )
    return outcome.ok ? transfer(outcome, [outcome.value.values.buffer]) : outcome
  },

  subjectOutline: (jobId, matte, settings, report) =>
    desk.run(jobId, report, (job) =>
      subjectOutline(job, matteSchema.parse(matte), outlineSettingsSchema.parse(settings)),
    ),

  heapBytes: () => outcomeOf(heapBytes),

  cancel: (jobId) => desk.cancel(jobId),
}

expose(api)
