import type { Design, PhotoRef } from '#core/design/document.ts'
import type { Outcome } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'

/** A photo that was taken in: its reference and a small upright picture for lists. */
export interface LibraryPhoto {
  readonly photo: PhotoRef
  readonly thumbnail: Blob
}

/** The design as one file: document and photos. */
export interface DesignFile {
  readonly name: string
  readonly file: Blob
}

/**
 * The customer's photos on their own device: taking in, keeping by content hash, packing into a
 * design file. `jobId` is what `cancel` names.
 */
export interface LibraryApi {
  /** Checks by bytes, decodes upright to at most `limits.workingPxMax`, stores, answers a reference. */
  takeIn(jobId: string, file: Blob, report: ReportProgress): Promise<Outcome<LibraryPhoto>>
  photo(photo: PhotoRef): Promise<Outcome<Blob>>
  thumbnail(photo: PhotoRef, sidePx: number): Promise<Outcome<Blob>>
  exportDesign(jobId: string, design: Design, report: ReportProgress): Promise<Outcome<DesignFile>>
  importDesign(jobId: string, file: Blob, report: ReportProgress): Promise<Outcome<Design>>
  /** Deletes every stored photo that is not in `keep`. */
  prune(keep: readonly string[]): Promise<Outcome<number>>
  cancel(jobId: string): void
}
