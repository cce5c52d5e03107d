import type { Raster } from '../pixels/raster.ts'

/** A picture as three planes of OKLab. */
export interface ColourPlanes {
  readonly widthPx: number
  readonly heightPx: number
  readonly lightness: Float32Array<ArrayBuffer>
  readonly a: Float32Array<ArrayBuffer>
  readonly b: Float32Array<ArrayBuffer>
}

/** Rows of a photo in its whole. */
export interface PhotoRows {
  readonly rows: Raster
  readonly topPx: number
  readonly wholeHeightPx: number
}

/** Rows of a picture. */
export interface RowRange {
  readonly topPx: number
  readonly heightPx: number
}

/** Coordinates of some kind: at the first pixel, and from one pixel to the next. */
interface Along {
  readonly start: number
  readonly step: number
}

/** Where pixels lie, both ways. */
export interface PixelPlaces {
  readonly x: Along
  readonly y: Along
}
