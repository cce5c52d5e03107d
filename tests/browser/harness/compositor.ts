import { transfer } from 'comlink'
import { neutralAdjustments } from '#core/design/adjustments.ts'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { diff } from '#core/design/patch.ts'
import { drawDesign } from '#core/render/draw-design.ts'
import { renderNeeds } from '#core/render/needs.ts'
import { planPhotos } from '#core/render/photo-plan.ts'
import { PrintRaster } from '#core/render/print-raster.ts'
import { compositor } from '#src/worker-clients/compositor.ts'
import { AdjustedPhotos } from '#workers/compositor/adjusted-photos.ts'
import type { PrintRequest, StageFrame } from '#workers/compositor/api.ts'
import { PhotoCache } from '#workers/compositor/photo-cache.ts'
import { PRINT_PHOTO_BYTES, PrintPhotos } from '#workers/compositor/print-photos.ts'
import { RenderResources } from '#workers/compositor/render-resources.ts'
import { ScratchCanvases } from '#workers/compositor/scratch-canvases.ts'
import { loadKernels } from '#workers/kernels.ts'
import { packDesign } from '#workers/library/design-file.ts'
import { PhotoStore } from '#workers/photo-store/photo-store.ts'
import * as designs from './compositor-designs.ts'

/** What the renderer reads on the page, beside the studio's own worker. */
const store = new PhotoStore()

/** A made picture with soft and hard edges, fine lines and a transparent corner. */
async function madePhoto(widthPx: number, heightPx: number, seed = 1): Promise<PhotoRef> {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  const sky = ctx.createLinearGradient(0, 0, widthPx, heightPx)
  sky.addColorStop(0, `hsl(${seed * 47} 70% 78%)`)
  sky.addColorStop(1, `hsl(${seed * 47 + 60} 60% 38%)`)
  ctx.fillStyle = sky
  ctx.fillRect(0, 0, widthPx, heightPx)
  for (let ring = 14; ring > 0; ring--) {
    ctx.fillStyle = `hsl(${ring * 25 + seed * 31} 65% ${40 + ring * 3}%)`
    ctx.beginPath()
    ctx.arc(widthPx * 0.5, heightPx * 0.52, (ring * Math.min(widthPx, heightPx)) / 32, 0, 7)
    ctx.fill()
  }
  ctx.fillStyle = '#22333b'
  for (let line = 0; line < 40; line++) {
    ctx.fillRect((line * widthPx) / 40, heightPx * 0.9, widthPx / 160, heightPx * 0.1)
  }
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  canvas.width = 1
  return { hash: await store.put(file), widthPx, heightPx, mediaType: 'image/jpeg' }
}

async function resourcesFor(design: Design) {
  const resources = new RenderResources(store, document.fonts)
  await resources.loadStickers(design)
  return resources
}

const still = {
  signal: { aborted: false },
  report: () => undefined,
  checkpoint: () => Promise.resolve(),
}

/** The print as pixels, put together from strips of `stripRows`. */
async function printPixels(design: Design, dpi: number, stripRows?: number) {
  const resources = await resourcesFor(design)
  const photos = new PrintPhotos(store, loadKernels(), resources.adjusted)
  const canvases = new ScratchCanvases(true)
  const assets = resources.assets(photos.picture, undefined, canvases)
  const raster = new PrintRaster(design, dpi, assets)
  const { widthPx, heightPx } = raster.page
  const slabs = planPhotos(design, raster.page, PRINT_PHOTO_BYTES)
  const [pass, ...more] = slabs.flatMap((slab) => slab.passes)
  if (pass === undefined || more.length > 0) throw new Error('this look is for one pass')
  photos.enter(pass, still)
  await photos.reach(raster.bandCount)
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4)
  const step = stripRows ?? heightPx
  for (let y = 0; y < heightPx; y += step) {
    pixels.set(await raster.rows(y, Math.min(step, heightPx - y)), y * widthPx * 4)
  }
  photos.close()
  raster.close()
  return { widthPx, heightPx, pixels }
}

/** The same sheet drawn as the stage draws it: its photos, its canvases, its scale. */
async function previewPixels(design: Design, scalePxPerMm: number) {
  const resources = await resourcesFor(design)
  const photos = new PhotoCache(store)
  const adjusted = new AdjustedPhotos(store, photos)
  const needs = renderNeeds(design, scalePxPerMm)
  await photos.load(needs.photos)
  await adjusted.load(needs.adjusted)
  const { widthMm, heightMm, bleedMm } = design.product.geometry
  const widthPx = Math.round((widthMm + 2 * bleedMm) * scalePxPerMm)
  const heightPx = Math.round((heightMm + 2 * bleedMm) * scalePxPerMm)
  const ctx = new OffscreenCanvas(widthPx, heightPx).getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  ctx.fillStyle = '#ffffff'
  ctx.fillRect(0, 0, widthPx, heightPx)
  const origin = bleedMm * scalePxPerMm
  drawDesign(
    ctx,
    design,
    {
      widthPx,
      heightPx,
      scalePxPerMm,
      originXPx: origin,
      originYPx: origin,
      placeholders: false,
      hiddenLayerIds: [],
    },
    resources.assets(
      (layer, wanted) => adjusted.picture(layer, wanted, 'still').picture,
      undefined,
      resources.screenCanvases,
    ),
  )
  return { widthPx, heightPx, pixels: ctx.getImageData(0, 0, widthPx, heightPx).data }
}

interface Pixels {
  readonly widthPx: number
  readonly heightPx: number
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

const canvasOf = ({ widthPx, heightPx, pixels }: Pixels): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0)
  return canvas
}

/** Made smaller by area, so that both pictures have the same size. */
async function scaled(
  { widthPx, heightPx, pixels }: Pixels,
  toWidthPx: number,
  toHeightPx: number,
): Promise<Pixels> {
  const kernels = await loadKernels()
  const { rgba } = kernels.resizeArea({ widthPx, heightPx, rgba: pixels }, toWidthPx, toHeightPx)
  return { widthPx: toWidthPx, heightPx: toHeightPx, pixels: rgba }
}

function difference(a: Pixels, b: Pixels) {
  let sum = 0
  let max = 0
  for (let at = 0; at < a.pixels.length; at++) {
    const apart = Math.abs((a.pixels[at] ?? 0) - (b.pixels[at] ?? 0))
    if (at % 4 !== 3) sum += apart
    max = Math.max(max, apart)
  }
  return { mean: sum / (a.widthPx * a.heightPx * 3), max }
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32768))
  }
  return btoa(text)
}

const pngOf = async (picture: Pixels): Promise<string> =>
  base64(await canvasOf(picture).convertToBlob({ type: 'image/png' }))

const harness = {
  designs,
  compositor,
  store,
  madePhoto,
  printPixels,
  previewPixels,
  scaled,
  diff,
  difference,
  pngOf,
  base64,

  async bitmapPng(bitmap: ImageBitmap): Promise<string> {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    return base64(await canvas.convertToBlob({ type: 'image/png' }))
  },

  /** A visible stage canvas handed to the worker. */
  async attach(widthPx: number, heightPx: number): Promise<HTMLCanvasElement> {
    document.querySelector('canvas')?.remove()
    const canvas = document.createElement('canvas')
    canvas.width = widthPx
    canvas.height = heightPx
    canvas.style.cssText = `width:${widthPx}px;height:${heightPx}px`
    document.body.style.margin = '0'
    document.body.append(canvas)
    const offscreen = canvas.transferControlToOffscreen()
    await compositor.attachStage(transferred(offscreen))
    return canvas
  },

  frame: (
    design: Design,
    more: Partial<StageFrame> = {},
    widthPx = 390,
    heightPx = 700,
  ): StageFrame => {
    const { widthMm, heightMm } = design.product.geometry
    const scalePxPerMm = Math.min((widthPx * 0.84) / widthMm, (heightPx * 0.88) / heightMm)
    return {
      design: { kind: 'whole', revision: nextRevision(), design },
      preview: null,
      hiddenLayerIds: [],
      view: {
        widthPx,
        heightPx,
        scalePxPerMm,
        originXPx: (widthPx - widthMm * scalePxPerMm) / 2,
        originYPx: (heightPx - heightMm * scalePxPerMm) / 2,
        theme: 'light',
      },
      ...more,
    }
  },

  neutralAdjustments,

  /** A picture of one colour. */
  plainPicture(widthPx: number, heightPx: number, colour: string): OffscreenCanvas {
    const canvas = new OffscreenCanvas(widthPx, heightPx)
    const ink = canvas.getContext('2d')
    if (ink === null) throw new Error('no canvas')
    ink.fillStyle = colour
    ink.fillRect(0, 0, widthPx, heightPx)
    return canvas
  },

  /** What a stage shows. */
  pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    if (copy === null) throw new Error('no canvas')
    copy.drawImage(canvas, 0, 0)
    return copy.getImageData(0, 0, canvas.width, canvas.height).data
  },

  /** Mean distance between the largest and the smallest channel in the middle of a canvas. */
  colourfulness(canvas: HTMLCanvasElement): number {
    const copy = new OffscreenCanvas(100, 100).getContext('2d')
    if (copy === null) throw new Error('no canvas')
    const [x, y] = [canvas.width / 2 - 50, canvas.height / 2 - 50]
    copy.drawImage(canvas, x, y, 100, 100, 0, 0, 100, 100)
    const { data } = copy.getImageData(0, 0, 100, 100)
    let sum = 0
    for (let at = 0; at < data.length; at += 4) {
      const rgb = [...data.subarray(at, at + 3)]
      sum += Math.max(...rgb) - Math.min(...rgb)
    }
    return sum / (data.length / 4)
  },

  /** The design as the file that is taken along. */
  pack: async (design: Design): Promise<string> =>
    base64((await packDesign(store, design, still)).file),

  export: (request: PrintRequest, options: Parameters<typeof compositor.exportPrint>[1] = {}) =>
    compositor.exportPrint(request, options),
}

let revisions = 0
const nextRevision = (): number => {
  revisions += 1
  return revisions
}

const transferred = (canvas: OffscreenCanvas): OffscreenCanvas => transfer(canvas, [canvas])

declare global {
  interface Window {
    compositorHarness: typeof harness
  }
}
window.compositorHarness = harness
document.body.dataset['ready'] = ''
