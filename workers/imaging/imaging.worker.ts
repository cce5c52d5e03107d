import { expose, transfer } from 'comlink'
import { photoRefSchema } from '#core/design/document.ts'
import { outcomeOf } from '#core/errors.ts'
import { JobRegistry } from '../job-registry.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import type { ImagingApi } from './api.ts'
import { facesOf } from './faces.ts'
import { fullResult, refinedCutOut } from './full-results.ts'
import { ModelCache } from './inference/model-cache.ts'
import { keepPicture } from './keep-picture.ts'
import { keptIn } from './kept-in.ts'
import { paperIn } from './paper.ts'
import { PreviewCopies } from './preview-copies.ts'
import { Previews } from './previews.ts'
import { probeDevice } from './probe-device.ts'
import { smallCopy } from './small-copy.ts'
import { stripWorkers } from './spared-device.ts'
import { StripWorkers } from './strip-threads.ts'

const jobs = new JobRegistry()
const store = new PhotoStore()
const copies = new PreviewCopies(store)
const models = new ModelCache()
const resources = { store, copies, models, strips: new StripWorkers(stripWorkers()) }
const previews = new Previews(resources)

const api: ImagingApi = {
  readiness: (tool) => outcomeOf(() => models.readiness(tool)),

  facesReadiness: () => outcomeOf(() => models.facesReadiness()),

  preview: async (jobId, request, longSidePx, care, report) => {
    const outcome = await jobs.run(jobId, report, (job) =>
      previews.make(job, request, longSidePx, care),
    )
    return outcome.ok ? transfer(outcome, [outcome.value.picture]) : outcome
  },

  prepare: (jobId, photo, longSidePx, report) =>
    jobs.run(jobId, report, (job) =>
      previews.prepare(job, photoRefSchema.parse(photo), longSidePx),
    ),

  run: (jobId, request, report) =>
    jobs.run(jobId, report, (job) => {
      previews.giveWay()
      return fullResult(resources, job, request)
    }),

  refineMatte: (jobId, original, matte, strokes, settings, report) =>
    jobs.run(jobId, report, (job) =>
      refinedCutOut(resources, job, { original, matte, settings }, strokes),
    ),

  findFaces: (jobId, photo, report) =>
    jobs.run(jobId, report, (job) => facesOf(copies, models, photoRefSchema.parse(photo), job)),

  findPaper: (jobId, photo, report) =>
    jobs.run(jobId, report, (job) => paperIn(store, models, photoRefSchema.parse(photo), job)),

  probe: (jobId, tool, report) => jobs.run(jobId, report, (job) => probeDevice(job, models, tool)),

  speedup: (jobId, secondsHere, report) =>
    jobs.run(jobId, report, (job) => models.speedup(secondsHere, job)),

  photoFile: (photo) => outcomeOf(() => store.get(photoRefSchema.parse(photo).hash)),

  smallCopy: (jobId, request, longSidePx, report) =>
    jobs.run(jobId, report, (job) => smallCopy(store, job, request, longSidePx)),

  keepResult: (jobId, files, report) =>
    jobs.run(jobId, report, async (job) => ({
      result: await keepPicture(store, files.result, job),
      matte: files.matte === null ? null : await keepPicture(store, files.matte, job),
      lacks: [],
    })),

  keptIn: (file, tool) => outcomeOf(() => keptIn(file, tool)),

  cancel: (jobId) => jobs.cancel(jobId),
}

expose(api)
