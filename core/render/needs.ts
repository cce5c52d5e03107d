import type { Design, PhotoLayer, PhotoRef, TextLayer } from '../design/document.ts'
import { shownPhoto } from '../design/shown-photo.ts'
import { wantedWidthPx } from './photo.ts'

/** A photo to be decoded, and how wide the whole of it would be drawn at most. */
export interface PhotoNeed {
  readonly photo: PhotoRef
  readonly widthPx: number
}

/** What must be at hand before a design is drawn. */
export interface RenderNeeds {
  readonly photos: readonly PhotoNeed[]
  /** Photos that are drawn adjusted. */
  readonly adjusted: readonly PhotoLayer[]
  readonly texts: readonly TextLayer[]
  readonly stickerIds: readonly string[]
}

/** Reads the needs off a design's visible layers at a scale. */
export function renderNeeds(design: Design, scalePxPerMm: number): RenderNeeds {
  const photos = new Map<string, PhotoNeed>()
  const adjusted: PhotoLayer[] = []
  const texts: TextLayer[] = []
  const stickerIds = new Set<string>()
  for (const layer of design.layers) {
    if (layer.hidden || layer.opacity === 0) continue
    if (layer.kind === 'text') texts.push(layer)
    if (layer.kind === 'sticker') stickerIds.add(layer.stickerId)
    if (layer.kind !== 'photo') continue
    if (layer.adjustments !== null) adjusted.push(layer)
    const photo = shownPhoto(layer)
    const widthPx = wantedWidthPx(layer, photo, scalePxPerMm)
    const before = photos.get(photo.hash)
    if (before === undefined || before.widthPx < widthPx) photos.set(photo.hash, { photo, widthPx })
  }
  return { photos: [...photos.values()], adjusted, texts, stickerIds: [...stickerIds] }
}
