import type { PhotoRef } from '../design/document.ts'
import type { Thing } from './thing.ts'

/** A picture's file and what is kept with it: with its hash, a `PhotoRef`. */
export interface PictureFile extends Omit<PhotoRef, 'hash'> {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Of an opaque result, of 100. One beyond the working size has a writer, and a quality, of its own. */
export const RESULT_JPEG_QUALITY = 95

/** What a tool made: JPEG where it is opaque, else PNG; and the grey PNG of a cut-out's matte. */
export interface ToolFiles {
  readonly result: PictureFile
  readonly matte: PictureFile | null
  /** What a cut-out took where it took no people, also what was left out of that. */
  readonly things: readonly Thing[] | null
}
