import type { Crop, Design, Layer, PhotoLayer, PhotoRef } from '../design/document.ts'
import { intoLayer, layerBounds, type PointMm } from '../design/geometry.ts'
import { shownPhoto } from '../design/shown-photo.ts'
import type { PrintPage } from '../formats/print-page.ts'
import { wantedWidthPx } from './photo.ts'
import { BAND_ROWS } from './print-raster.ts'

/** The part of a photo that some bands of a print show, and the scale at which they show it. */
export interface PlannedPhoto {
  readonly photo: PhotoRef
  readonly part: Crop
  /** Width of the whole photo at that scale, never above the photo's own. */
  readonly widthPx: number
  /** The layer whose adjustments it is drawn with, or null: as it is, for any that want it so. */
  readonly adjustedFor: PhotoLayer | null
  /** The first band that shows it. */
  readonly fromBand: number
}

/** Nearer to its own size a photo is drawn as it is: the canvas interpolates. */
export const SHRINK_BELOW = 0.95

/** What a layer's photo is known by among those of a print. */
export const plannedKey = (layer: PhotoLayer): string =>
  layer.adjustments === null ? shownPhoto(layer).hash : layer.id

/** Layers that are drawn from the same decoded photos. */
export interface PhotoPass {
  readonly fromLayer: number
  /** Not among them any more. */
  readonly toLayer: number
  readonly photos: readonly PlannedPhoto[]
}

/** Bands that are drawn from the same decoded photos. */
export interface PhotoSlab {
  readonly fromBand: number
  /** Not among them any more. */
  readonly toBand: number
  /** One: its bands are drawn one after the other. More: all its bands are drawn pass by pass. */
  readonly passes: readonly PhotoPass[]
}

/** The planned part in whole source pixels. */
export function cutOf({ photo, part }: PlannedPhoto) {
  const x = Math.floor(part.x * photo.widthPx)
  const y = Math.floor(part.y * photo.heightPx)
  const width = Math.min(photo.widthPx, Math.ceil((part.x + part.width) * photo.widthPx)) - x
  const height = Math.min(photo.heightPx, Math.ceil((part.y + part.height) * photo.heightPx)) - y
  return {
    cut: { x, y, width, height },
    part: {
      x: x / photo.widthPx,
      y: y / photo.heightPx,
      width: width / photo.widthPx,
      height: height / photo.heightPx,
    },
    bytes: width * height * 4,
  }
}

/** More than the renderer's own margin, so that no filter reaches beyond the pixels at hand. */
const MARGIN_ROWS = 24
/** Bands that stand open together where photos must be drawn in passes. */
const PASS_BANDS = 4

const bytesOf = ({ photo, part, widthPx }: PlannedPhoto): number =>
  part.width * widthPx * part.height * ((widthPx * photo.heightPx) / photo.widthPx) * 4

const sumOf = (photos: readonly PlannedPhoto[]): number =>
  photos.reduce((sum, photo) => sum + bytesOf(photo), 0)

/**
 * Cuts a print into slabs such that the photos of one fit into a budget. One slab decodes each
 * photo once. More slabs hold smaller parts of the photos, and decode them again for each. Where
 * photos lie heaped and turned, so that even a low slab needs too much of them, its layers are
 * drawn in passes, each with its own photos. It depends on the design and dpi alone.
 * @param budgetBytes of decoded photos at a time; a single photo may exceed it
 */
export function planPhotos(
  design: Design,
  page: PrintPage,
  budgetBytes: number,
): readonly PhotoSlab[] {
  const bands = Math.ceil(page.heightPx / BAND_ROWS)
  for (let perSlab = bands; perSlab > PASS_BANDS; perSlab = Math.ceil(perSlab / 2)) {
    const slabs = cutSlabs(bands, perSlab, (from, to) => [onePass(design, page, from, to)])
    const fits = slabs.every(({ passes }) =>
      passes.every(({ photos }) => sumOf(photos) <= budgetBytes),
    )
    if (fits) return slabs
  }
  // The open bands need memory too.
  const spare = budgetBytes / 2
  return cutSlabs(bands, PASS_BANDS, (from, to) => manyPasses(design, page, from, to, spare))
}

function cutSlabs(
  bands: number,
  perSlab: number,
  passesOf: (from: number, to: number) => readonly PhotoPass[],
): readonly PhotoSlab[] {
  const slabs: PhotoSlab[] = []
  for (let fromBand = 0; fromBand < bands; fromBand += perSlab) {
    const toBand = Math.min(bands, fromBand + perSlab)
    slabs.push({ fromBand, toBand, passes: passesOf(fromBand, toBand) })
  }
  return slabs
}

function onePass(design: Design, page: PrintPage, from: number, to: number): PhotoPass {
  const toLayer = design.layers.length
  return { fromLayer: 0, toLayer, photos: photosOf(design.layers, page, from, to) }
}

function manyPasses(
  design: Design,
  page: PrintPage,
  from: number,
  to: number,
  budgetBytes: number,
): readonly PhotoPass[] {
  const passes: PhotoPass[] = []
  let last: PhotoPass = { fromLayer: 0, toLayer: 0, photos: [] }
  design.layers.forEach((_, at) => {
    const longer = photosOf(design.layers.slice(last.fromLayer, at + 1), page, from, to)
    if (sumOf(longer) <= budgetBytes || longer.length <= 1) {
      last = { ...last, toLayer: at + 1, photos: longer }
      return
    }
    passes.push(last)
    const photos = photosOf(design.layers.slice(at, at + 1), page, from, to)
    last = { fromLayer: at, toLayer: at + 1, photos }
  })
  return [...passes, last]
}

function photosOf(
  layers: readonly Layer[],
  page: PrintPage,
  from: number,
  to: number,
): PlannedPhoto[] {
  const top = (from * BAND_ROWS - MARGIN_ROWS) / page.scalePxPerMm - page.bleedMm
  const bottom = (to * BAND_ROWS + MARGIN_ROWS) / page.scalePxPerMm - page.bleedMm
  const planned = new Map<string, PlannedPhoto>()
  for (const layer of layers) {
    if (layer.kind !== 'photo' || layer.hidden || layer.opacity === 0) continue
    const part = partWithin(layer, {
      left: -page.bleedMm,
      right: page.widthMm - page.bleedMm,
      top,
      bottom,
    })
    if (part === null) continue
    const photo = shownPhoto(layer)
    const widthPx = Math.min(photo.widthPx, wantedWidthPx(layer, photo, page.scalePxPerMm))
    const before = planned.get(plannedKey(layer))
    planned.set(plannedKey(layer), {
      photo,
      part: before === undefined ? part : union(before.part, part),
      widthPx: Math.max(widthPx, before?.widthPx ?? 0),
      adjustedFor: layer.adjustments === null ? null : layer,
      fromBand: Math.min(before?.fromBand ?? to, Math.max(from, firstBandOf(layer, page))),
    })
  }
  return [...planned.values()]
}

function firstBandOf(layer: PhotoLayer, page: PrintPage): number {
  const topPx = (layerBounds(layer).yMm + page.bleedMm) * page.scalePxPerMm
  return Math.floor((topPx - MARGIN_ROWS) / BAND_ROWS)
}

interface Window {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What of the photo falls into a window of the design: the box round the window's own corners. */
function partWithin(layer: PhotoLayer, window: Window): Crop | null {
  const corners: PointMm[] = [
    { xMm: window.left, yMm: window.top },
    { xMm: window.right, yMm: window.top },
    { xMm: window.right, yMm: window.bottom },
    { xMm: window.left, yMm: window.bottom },
  ]
  const flip = layer.flipX ? -1 : 1
  const own = corners.map((corner) => intoLayer(layer, corner))
  const across = own.map((point) => (point.xMm * flip) / (layer.widthMm * layer.scale) + 0.5)
  const down = own.map((point) => point.yMm / (layer.heightMm * layer.scale) + 0.5)
  const { crop } = layer
  const x = span(across, crop.x, crop.width)
  const y = span(down, crop.y, crop.height)
  return x === null || y === null ? null : { x: x[0], y: y[0], width: x[1], height: y[1] }
}

function span(values: readonly number[], start: number, length: number): [number, number] | null {
  const low = Math.max(0, Math.min(...values))
  const high = Math.min(1, Math.max(...values))
  return high <= low ? null : [start + low * length, (high - low) * length]
}

function union(a: Crop, b: Crop): Crop {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
