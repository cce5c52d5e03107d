import type { Crop, PhotoRef } from '../design/document.ts'
import type { Canvas2D, CanvasImage, CanvasPath } from './canvas.ts'
import type { StickerProgram } from './stickers.ts'

/** Decoded pixels of a photo, or of the part of it that is at hand. */
export interface PhotoPicture {
  readonly image: CanvasImage
  readonly widthPx: number
  readonly heightPx: number
  /** What the pixels show, as fractions of the upright photo. */
  readonly part: Crop
}

/** A canvas beside the one drawn on: for what must be put together before it is laid down. */
export interface Scratch {
  readonly ctx: Canvas2D
  readonly image: CanvasImage
  /** Gives it back; it is cleared before it is lent again. */
  release(): void
}

/** What a drawing is made from; everything is at hand before drawing begins. */
export interface RenderAssets {
  /** @returns null where the photo is missing or not decoded yet */
  photo(photo: PhotoRef, wantedWidthPx: number): PhotoPicture | null
  sticker(stickerId: string): StickerProgram | null
  /** CSS `font-family` of a font id, fallbacks included. */
  fontFamily(fontId: string): string
  path(d: string): CanvasPath
  /** A cleared canvas of at least this size, transparent. */
  scratch(widthPx: number, heightPx: number): Scratch
  /**
   * What `make` answered before for the same owner and key. A value is forgotten with its owner, so
   * a design that stays the same object is prepared once for all its strips.
   */
  kept<T extends object>(owner: object, key: string, make: () => T): T
}

/** A {@link RenderAssets.kept} over a WeakMap: one value per owner and kind of key. */
export function createCache(): RenderAssets['kept'] {
  const values = new WeakMap<object, Map<string, object>>()
  return <T extends object>(owner: object, key: string, make: () => T): T => {
    const own = values.get(owner) ?? new Map<string, object>()
    values.set(owner, own)
    const before = own.get(key)
    // Only `make` of the same key wrote it, and a key names one kind of value.
    if (before !== undefined) return before as T
    const made = make()
    own.set(key, made)
    return made
  }
}
