import { expose, transfer } from 'comlink'
import type { Design } from '#core/design/document.ts'
import { outcomeOf } from '#core/errors.ts'
import { JobDesk } from '../job-desk.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import type { CompositorApi } from './api.ts'
import { exportPrint } from './export-print.ts'
import { inspectInk } from './inspect-ink.ts'
import { drawProduct } from './product-picture.ts'
import { shrink } from './scratch-canvases.ts'
import { loadDesign, paintDesign, trimView } from './small-picture.ts'
import { Stage } from './stage.ts'
import { measureText } from './text-measure.ts'
import { Workshop } from './workshop.ts'

const workshop = new Workshop(new PhotoStore(), self.fonts)
const stage = new Stage(workshop)
const desk = new JobDesk()

async function thumbnail(design: Design, longSidePx: number): Promise<Blob> {
  const view = trimView(design, longSidePx)
  await loadDesign(workshop, design, view.scalePxPerMm)
  const { canvas } = paintDesign(workshop, design, view)
  try {
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    shrink(canvas)
  }
}

const api: CompositorApi = {
  attachStage: async (canvas) => stage.attach(canvas),
  drawStage: (frame) => stage.draw(frame),
  measureText: (layer) => outcomeOf(() => measureText(workshop, layer)),
  thumbnail: (design, longSidePx) => outcomeOf(() => thumbnail(design, longSidePx)),

  productPicture: async (design, view) => {
    const outcome = await outcomeOf(() => drawProduct(workshop, design, view))
    return outcome.ok ? transfer(outcome, [outcome.value]) : outcome
  },

  inspectInk: (design) => outcomeOf(() => inspectInk(workshop, design)),

  exportPrint: (jobId, request, report) =>
    desk.run(jobId, report, (job) => exportPrint(workshop, request, job)),

  forgetPhotos: (hashes) => {
    workshop.photos.forget(hashes)
    stage.refresh()
  },

  cancel: (jobId) => desk.cancel(jobId),
}

expose(api)
