import { neutralAdjustments } from '#core/design/adjustments.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { shownPhoto } from '#core/design/shown-photo.ts'
import { StampaError } from '#core/errors.ts'
import type { JobContext } from '#core/jobs.ts'
import { wantedWidthPx } from '#core/render/photo.ts'
import { openContext } from '../pixels/canvases.ts'
import { readCrop } from './adjusted-photos.ts'
import type { LooksRequest } from './api.ts'
import type { RenderResources } from './render-resources.ts'

/**
 * A photo's crop, small, in each of the looks, its own sliders left out.
 * @returns pictures in the order asked
 * @throws StampaError `photo-missing`, `photo-damaged`, `script-failed`, `cancelled`
 */
export async function lookPictures(
  resources: RenderResources,
  { layer, lookIds, longSidePx }: LooksRequest,
  job: JobContext,
): Promise<readonly ImageBitmap[]> {
  const { photos, adjusted } = resources
  const photo = shownPhoto(layer)
  const scale = longSidePx / Math.max(layer.widthMm, layer.heightMm) / layer.scale
  const widthPx = wantedWidthPx(layer, photo, scale)
  await photos.load([{ photo, widthPx }])
  await job.checkpoint()
  const decoded = photos.picture(photo, widthPx)
  if (decoded === null) {
    const fault = photos.fault(photo.hash)
    throw new StampaError(fault?.code ?? 'photo-missing', { cause: fault?.cause })
  }
  const width = Math.max(1, Math.round(layer.widthMm * layer.scale * scale))
  const height = Math.max(1, Math.round(layer.heightMm * layer.scale * scale))
  const small = readCrop(decoded, layer.crop, width, height)
  const pictures: ImageBitmap[] = []
  try {
    for (const lookId of lookIds) {
      const looked: PhotoLayer = {
        ...layer,
        adjustments: { ...neutralAdjustments, look: { lookId, amount: 1 } },
      }
      await adjusted.load([looked])
      await job.checkpoint()
      const pixels = new ImageData(width, height)
      pixels.data.set(small.rgba)
      const rows = { widthPx: width, heightPx: height, rgba: pixels.data }
      adjusted.adjustRows(looked, { ...rows, part: layer.crop }, rows, 0, 'moving')
      const canvas = new OffscreenCanvas(width, height)
      openContext(canvas, {}).putImageData(pixels, 0, 0)
      pictures.push(canvas.transferToImageBitmap())
    }
    return pictures
  } catch (thrown) {
    for (const picture of pictures) picture.close()
    throw thrown
  }
}
