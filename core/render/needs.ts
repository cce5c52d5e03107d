import { type Design, type PhotoRef, shownPhoto, type TextLayer } from '../design/document.ts'
import { wantedWidthPx } from './photo.ts'

/** A photo to be decoded, and how wide the whole of it would be drawn at most. */
export interface PhotoNeed {
  readonly photo: PhotoRef
  readonly widthPx: number
}

/** What must be at hand before a design is drawn. */
export interface RenderNeeds {
  readonly photos: readonly PhotoNeed[]
  readonly texts: readonly TextLayer[]
  readonly stickerIds: readonly string[]
}

/** Reads the needs off a design's visible layers at a scale. */
export function renderNeeds(design: Design, scalePxPerMm: number): RenderNeeds {
  const photos = new Map<string, PhotoNeed>()
  const texts: TextLayer[] = []
  const stickerIds = new Set<string>()
  for (const layer of design.layers) {
    if (layer.hidden || layer.opacity === 0) continue
    if (layer.kind === 'text') texts.push(layer)
    if (layer.kind === 'sticker') stickerIds.add(layer.stickerId)
    if (layer.kind !== 'photo') continue
    const photo = shownPhoto(layer)
    const widthPx = wantedWidthPx(layer, photo, scalePxPerMm)
    const before = photos.get(photo.hash)
    if (before === undefined || before.widthPx < widthPx) photos.set(photo.hash, { photo, widthPx })
  }
  return { photos: [...photos.values()], texts, stickerIds: [...stickerIds] }
}
