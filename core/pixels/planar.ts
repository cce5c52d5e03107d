import type { Box } from './pixels.ts'

/** Rows of one plane of a photo. */
export interface PlaneRows {
  readonly values: Uint8Array
  readonly widthPx: number
  /** The first row at hand, and how many the whole plane has. */
  readonly topPx: number
  readonly wholeHeightPx: number
  /** Pixels of the photo to a value. */
  readonly across: number
  readonly down: number
}

/** Rows of a photo as JPEG holds it: brightness and two colour differences (BT.601, as JFIF has it). */
export interface PlanarRows {
  readonly planes: readonly [y: PlaneRows, cb: PlaneRows, cr: PlaneRows]
  /** The part of the photo that is asked for. */
  readonly cut: Box
}
