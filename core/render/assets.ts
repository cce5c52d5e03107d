import type { Crop, PhotoLayer } from '../design/document.ts'
import type { Canvas2D, CanvasImage, CanvasPath, PixelBlock } from './canvas.ts'
import type { StickerProgram } from './stickers.ts'

/** Decoded pixels of a photo, or of the part of it that is at hand. */
export interface PhotoPicture {
  readonly image: CanvasImage
  readonly widthPx: number
  readonly heightPx: number
  /** What the pixels show, as fractions of the upright photo. */
  readonly part: Crop
  /** How it is brought to size: low for what is seen for a moment, else high. */
  readonly smoothing?: 'low' | 'high'
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
  /**
   * The version of the layer's photo that is shown, adjusted as the layer says.
   * @param wantedWidthPx of the whole photo
   * @returns null where the photo is missing or not decoded yet
   */
  photo(layer: PhotoLayer, wantedWidthPx: number): PhotoPicture | null
  sticker(stickerId: string): StickerProgram | null
  /** CSS `font-family` of a font id, fallbacks included. */
  fontFamily(fontId: string): string
  path(d: string): CanvasPath
  /** A cleared canvas of at least this size, transparent. */
  scratch(widthPx: number, heightPx: number): Scratch
  /** A picture of exactly these pixels. */
  picture(pixels: PixelBlock): OwnPicture
  /**
   * What `make` answered before for the same owner and kind, as long as there is room for it. An
   * owner is an object that never changes, or words that say all that the value depends on.
   */
  kept<T extends object>(owner: object | string, kind: string, make: () => Kept<T>): T
}

/** A picture made for a drawing; its memory is given back by hand. */
export interface OwnPicture {
  readonly image: CanvasImage
  release(): void
}

/** A value to be kept, and how much memory that takes. */
export interface Kept<T> {
  readonly value: T
  readonly bytes: number
  readonly release?: () => void
}
