import type { PhotoRef } from '#core/design/document.ts'
import type { Progress } from '#core/jobs.ts'
import { imagingCalls } from '#src/worker-clients/call-tables.ts'
import type { ImagingClient } from '#src/worker-clients/clients.ts'
import { createWorkerClient } from '#src/worker-clients/worker-bridge.ts'
import type { ImagingApi, MatteStroke, PreviewCare, ToolRequest } from '#workers/imaging/api.ts'
import { PhotoStore } from '#workers/photo-store/photo-store.ts'
import { decodePicture } from '#workers/pixels/decode-picture.ts'

/** The imaging worker as the studio calls it, and a few measures of what it gives. */
const store = new PhotoStore()
/** Pixels that are read at a time, as the tools read them. */
const READ_PX = 262_144
let workers = 0
const imaging = createWorkerClient<ImagingApi>({
  spawn: () => {
    workers++
    return new Worker(new URL('../../../workers/imaging/imaging.worker.ts', import.meta.url), {
      type: 'module',
      name: 'imaging',
    })
  },
  idleMs: null,
  calls: imagingCalls,
})

/** Side of the square of grain that is repeated, and how far it goes from grey. */
const GRAIN_PX = 251
const GRAIN = 18

/**
 * Grain as a phone's sensor leaves it: an enlarged photograph without it would be stored in a tenth
 * of the bytes that a real one takes, and decoded sooner.
 */
function addGrain(context: OffscreenCanvasRenderingContext2D): void {
  const tile = new OffscreenCanvas(GRAIN_PX, GRAIN_PX)
  const pixels = new ImageData(GRAIN_PX, GRAIN_PX)
  let state = 1
  for (let i = 0; i < pixels.data.length; i += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels.data.fill(128 + ((state / 2 ** 32) * 2 - 1) * GRAIN, i, i + 3)
    pixels.data[i + 3] = 255
  }
  tile.getContext('2d')?.putImageData(pixels, 0, 0)
  context.globalCompositeOperation = 'overlay'
  context.fillStyle = context.createPattern(tile, 'repeat') ?? ''
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Stores a picture; `longSidePx` makes it a phone's photo of this size first. */
async function keep(url: string, longSidePx?: number): Promise<PhotoRef> {
  const bytes = await (await fetch(url)).blob()
  const mediaType = bytes.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const bitmap = await createImageBitmap(bytes)
  if (longSidePx === undefined) {
    const { width: widthPx, height: heightPx } = bitmap
    return { hash: await store.put(bytes), widthPx, heightPx, mediaType }
  }
  const scale = longSidePx / Math.max(bitmap.width, bitmap.height)
  const widthPx = Math.round(bitmap.width * scale)
  const heightPx = Math.round(bitmap.height * scale)
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0, widthPx, heightPx)
  addGrain(context)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  return { hash: await store.put(blob), widthPx, heightPx, mediaType: 'image/jpeg' }
}

/** A stored picture at another size, as the browser's own scaling gives it and nothing else. */
async function scaled(photo: PhotoRef, widthPx: number, heightPx: number): Promise<PhotoRef> {
  const bitmap = await createImageBitmap(await store.get(photo.hash), {
    resizeWidth: widthPx,
    resizeHeight: heightPx,
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const hash = await store.put(await canvas.convertToBlob({ type: 'image/png' }))
  return { hash, widthPx, heightPx, mediaType: 'image/png' }
}

/** Pixels of a stored picture at a small size. */
async function pixels(photo: PhotoRef, longSidePx = 200) {
  const bitmap = await createImageBitmap(await store.get(photo.hash))
  const scale = longSidePx / Math.max(bitmap.width, bitmap.height)
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0, width, height)
  const rgba = [...(context?.getImageData(0, 0, width, height).data ?? [])]
  return { width, height, trueWidth: bitmap.width, trueHeight: bitmap.height, rgba }
}

/** Milliseconds that decoding a stored picture and reading its pixels once take, strip by strip. */
async function decodeMs(photo: PhotoRef): Promise<number> {
  const blob = await store.get(photo.hash)
  const began = performance.now()
  const bitmap = await createImageBitmap(blob, { premultiplyAlpha: 'none' })
  const { width, height } = bitmap
  const rows = Math.max(1, Math.floor(READ_PX / width))
  const canvas = new OffscreenCanvas(width, rows)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  for (let y = 0; y < height; y += rows) {
    context?.drawImage(bitmap, 0, -y)
    context?.getImageData(0, 0, width, Math.min(rows, height - y))
  }
  bitmap.close()
  return performance.now() - began
}

type Cut = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Largest difference between a part of a photo as our decoder reads it and as the browser does. */
async function decodedApart(photo: PhotoRef, cut: Cut): Promise<number> {
  const file = await store.get(photo.hash)
  const pixelsOf = (bitmap: ImageBitmap) => {
    const context = new OffscreenCanvas(cut.width, cut.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    bitmap.close()
    return context?.getImageData(0, 0, cut.width, cut.height).data ?? new Uint8ClampedArray()
  }
  const ours = pixelsOf(await decodePicture(file, { cut }))
  const { x, y, width, height } = cut
  const whole = pixelsOf(await createImageBitmap(file, x, y, width, height))
  return ours.reduce((most, value, at) => Math.max(most, Math.abs(value - (whole[at] ?? 0))), 0)
}

/** How far a photo made smaller is from what the browser makes of it, and how many decoders it took. */
async function shrunkApart(photo: PhotoRef, widthPx: number, heightPx: number) {
  const file = await store.get(photo.hash)
  const resized = { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' } as const
  const pixelsOf = (bitmap: ImageBitmap) => {
    const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    bitmap.close()
    return context?.getImageData(0, 0, widthPx, heightPx).data ?? new Uint8ClampedArray()
  }
  const Decoder = ImageDecoder
  let planes = 0
  self.ImageDecoder = class extends Decoder {
    override async decode(options?: ImageDecodeOptions) {
      const decoded = await super.decode(options)
      planes += decoded.image.format === 'I420' ? 1 : 0
      return decoded
    }
  }
  const wholePx = photo.widthPx * photo.heightPx
  const ours = pixelsOf(await decodePicture(file, { ...resized, wholePx }))
  self.ImageDecoder = Decoder
  const whole = pixelsOf(await createImageBitmap(file, resized))
  const sum = ours.reduce((all, value, at) => all + Math.abs(value - (whole[at] ?? 0)), 0)
  return { mean: sum / ours.length, planes }
}

/** @param share of the stage after which it is cancelled */
async function run(request: ToolRequest, cancelAt?: Progress['stage'], share = 0) {
  const reports: Progress[] = []
  const reportedAtMs: number[] = []
  const began = performance.now()
  const cancelling = new AbortController()
  const outcome = await imaging.run(request, {
    signal: cancelling.signal,
    report: (progress) => {
      reports.push(progress)
      reportedAtMs.push(performance.now() - began)
      const { stage, done, total } = progress
      if (stage === cancelAt && done >= share * total) cancelling.abort()
    },
  })
  return { outcome, reports, reportedAtMs }
}

async function preview(request: ToolRequest, longSidePx: number, care: PreviewCare = 'fine') {
  const outcome = await imaging.preview(request, longSidePx, care)
  if (!outcome.ok) return { outcome, width: 0, height: 0 }
  const { width, height } = outcome.value.picture
  outcome.value.picture.close()
  return { outcome: { ok: true as const }, width, height }
}

/** How far the opacity of a quick preview is from the fine one's on average, of 255. */
async function glanceApart(request: ToolRequest, longSidePx: number): Promise<number> {
  const opacityIn = async (care: PreviewCare) => {
    const outcome = await imaging.preview(request, longSidePx, care)
    if (!outcome.ok) throw new Error(outcome.fault.code)
    const { picture } = outcome.value
    const { width, height } = picture
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    picture.close()
    const rgba = [...(context?.getImageData(0, 0, width, height).data ?? [])]
    return rgba.filter((_, at) => at % 4 === 3)
  }
  const [quick, fine] = [await opacityIn('quick'), await opacityIn('fine')]
  return fine.reduce((sum, value, at) => sum + Math.abs(value - (quick[at] ?? 0)), 0) / fine.length
}

/** Whether each of some previews, one after another, decodes the photo. */
async function decodingsOf(
  previews: readonly (readonly [request: ToolRequest, care: PreviewCare])[],
  longSidePx: number,
): Promise<boolean[]> {
  const decodings: boolean[] = []
  for (const [request, care] of previews) {
    let decodes = false
    const outcome = await imaging.preview(request, longSidePx, care, {
      report: ({ stage }) => {
        if (stage === 'decode') decodes = true
      },
    })
    if (!outcome.ok) throw new Error(outcome.fault.code)
    outcome.value.picture.close()
    decodings.push(decodes)
  }
  return decodings
}

/** A sum of a quick preview's pixels, each at its own weight, and how often it said how far it is. */
async function quickOf(request: ToolRequest, longSidePx: number) {
  let steps = 0
  const outcome = await imaging.preview(request, longSidePx, 'quick', {
    report: () => {
      steps++
    },
  })
  if (!outcome.ok) throw new Error(outcome.fault.code)
  const { picture } = outcome.value
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(picture, 0, 0)
  picture.close()
  const rgba = context?.getImageData(0, 0, width, height).data ?? []
  let sum = 0
  for (let at = 0; at < rgba.length; at++) sum += (rgba[at] ?? 0) * ((at % 977) + 1)
  return { sum, steps }
}

/** A stored file as a data address, for looking at it. */
async function fileOf(photo: PhotoRef): Promise<string> {
  const blob = await store.get(photo.hash)
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.readAsDataURL(blob)
  })
}

const harness = {
  keep,
  scaled,
  megabytesOf: async (photo: PhotoRef) => (await store.get(photo.hash)).size / 1e6,
  pixels,
  decodeMs,
  run,
  preview,
  glanceApart,
  quickOf,
  decodingsOf,
  fileOf,
  decodedApart,
  shrunkApart,
  readiness: imaging.readiness,
  prepare: (photo: PhotoRef, longSidePx: number) => imaging.prepare(photo, longSidePx),
  probe: (tool: ToolRequest['tool']) => imaging.probe(tool),
  refine: (
    original: PhotoRef,
    matte: PhotoRef,
    strokes: readonly MatteStroke[],
    settings: Parameters<ImagingClient['refineMatte']>[3],
  ) => imaging.refineMatte(original, matte, strokes, settings),
  endWorker: () => imaging.end(),
  workers: () => workers,
}

export type ImagingHarness = typeof harness

declare global {
  interface Window {
    imagingHarness: ImagingHarness
  }
}
window.imagingHarness = harness
document.body.dataset['ready'] = 'true'
