import { expose, transfer } from 'comlink'
import type { Design, PhotoLayer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { outcomeOf } from '#core/errors.ts'
import { JobRegistry } from '../job-registry.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import { shrink } from '../pixels/canvases.ts'
import type { CompositorApi } from './api.ts'
import { exportPrint } from './export-print.ts'
import { inspectInk } from './inspect-ink.ts'
import { lightnessWithin } from './lightness.ts'
import { lookPictures } from './look-pictures.ts'
import { drawProduct } from './product-picture.ts'
import { RenderResources } from './render-resources.ts'
import { loadDesign, paintDesign, trimView } from './small-picture.ts'
import { Stage } from './stage.ts'
import { measureText } from './text-measure.ts'

const resources = new RenderResources(new PhotoStore(), self.fonts)
const stage = new Stage(resources)
const jobs = new JobRegistry()

async function thumbnail(design: Design, longSidePx: number): Promise<Blob> {
  const view = trimView(design, longSidePx)
  await loadDesign(resources, design, view.scalePxPerMm)
  const { canvas } = paintDesign(resources, design, view)
  try {
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    shrink(canvas)
  }
}

/** A layer that is adjusted is never seen without its adjustments. */
async function lendPhoto(layer: PhotoLayer, picture: ImageBitmap): Promise<void> {
  resources.photos.lent.lend(shownPhoto(layer).hash, picture)
  await resources.adjusted.load([layer])
}

const api: CompositorApi = {
  attachStage: async (canvas) => stage.attach(canvas),
  drawStage: (frame) => stage.draw(frame),
  lendPhoto: (layer, picture) => outcomeOf(() => lendPhoto(layer, picture)),
  readyPhoto: (layer) => outcomeOf(() => stage.ready(layer)),
  endLoan: (hash) => stage.endLoan(hash),
  lightnessWithin: (design, box) => outcomeOf(() => lightnessWithin(resources, design, box)),
  measureText: (layer) => outcomeOf(() => measureText(resources, layer)),
  thumbnail: (design, longSidePx) => outcomeOf(() => thumbnail(design, longSidePx)),

  productPicture: async (design, view) => {
    const outcome = await outcomeOf(() => drawProduct(resources, design, view))
    return outcome.ok ? transfer(outcome, [outcome.value]) : outcome
  },

  inspectInk: (design) => outcomeOf(() => inspectInk(resources, design)),

  lookPictures: async (jobId, request, report) => {
    const outcome = await jobs.run(jobId, report, (job) => lookPictures(resources, request, job))
    return outcome.ok ? transfer(outcome, [...outcome.value]) : outcome
  },

  exportPrint: (jobId, request, report) =>
    jobs.run(jobId, report, (job) => exportPrint(resources, request, job)),

  forgetPhotos: (hashes) => {
    resources.photos.forget(hashes)
    resources.adjusted.forget(hashes)
    stage.refresh()
  },

  cancel: (jobId) => jobs.cancel(jobId),
}

expose(api)
