import type { PhotoRef } from '#core/design/document.ts'
import type { Outcome } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'
import type { OutlineRing } from '#core/pixels/outline.ts'
import type { Plane } from '#core/pixels/raster.ts'

/** How small is too small, as shares of the area of the subject's largest part. */
export interface CleanSettings {
  /** Separate parts smaller than this are removed; 0.02 drops crumbs and keeps a second person. */
  readonly islandShare: number
  /** Enclosed gaps smaller than this are filled; 0.002 leaves the gap between arm and body. */
  readonly holeShare: number
}

export interface OutlineSettings {
  /** How far outside the subject's half-transparent edge the line runs, in px of the matte. */
  readonly widthPx: number
  /** Notches narrower than twice this are bridged, inner corners rounded to it; px of the matte. */
  readonly smoothPx: number
}

/**
 * What needs OpenCV, in a worker of its own, because its script alone may compile code. OpenCV
 * arrives with the first job. `jobId` is what `cancel` names.
 */
export interface OpenCvApi {
  /** A cleaned copy; of what remains every value, and so every soft edge, is as it was. */
  cleanMatte(
    jobId: string,
    matte: Plane,
    settings: CleanSettings,
    report: ReportProgress,
  ): Promise<Outcome<Plane>>
  /** The same for a matte that lies stored; answers the stored result. */
  cleanStoredMatte(
    jobId: string,
    matte: PhotoRef,
    settings: CleanSettings,
    report: ReportProgress,
  ): Promise<Outcome<PhotoRef>>
  /**
   * The closed lines around the subject, outermost and largest first; none for an empty matte.
   * They may run outside the matte where the subject touches its border.
   */
  subjectOutline(
    jobId: string,
    matte: Plane,
    settings: OutlineSettings,
    report: ReportProgress,
  ): Promise<Outcome<readonly OutlineRing[]>>
  /** Bytes of memory that OpenCV holds; 0 before its first job. */
  heapBytes(): Promise<Outcome<number>>
  cancel(jobId: string): void
}
