import type { Outcome } from '#core/errors.ts'
import type { DetectedFace } from '#core/imaging/tool.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'

/** Files of the portrait networks and of the runtime they share. */
export interface PortraitFiles {
  readonly wasm: ArrayBuffer
  readonly faceFinder: ArrayBuffer
  readonly personSegmenter: ArrayBuffer
}

/** What the worker of the portrait networks answers. */
export interface PortraitApi {
  open(files: PortraitFiles): Promise<Outcome<void>>
  detectFaces(picture: Raster): Promise<Outcome<readonly DetectedFace[]>>
  segmentPerson(picture: Raster): Promise<Outcome<Plane>>
}
