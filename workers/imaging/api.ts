import type { PhotoRef } from '#core/design/document.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import type { Outcome } from '#core/errors.ts'
import type { DeviceFacts, ProbeFigures } from '#core/imaging/device/device-tier.ts'
import type { ModelRole } from '#core/imaging/models.ts'
import type { Thing } from '#core/imaging/thing.ts'
import type { ToolSettings } from '#core/imaging/tool-definition.ts'
import type { CutOutSettings } from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import type { ReportProgress } from '#core/jobs.ts'
import type { Box } from '#core/pixels/pixels.ts'

/** Cache Storage that holds the networks; it is there once one was fetched. */
export const MODEL_CACHE = 'stampa-models-1'

/** What a tool is to do to a photo; the worker checks the settings by the tool's own schema. */
export interface ToolRequest {
  readonly tool: ToolId
  readonly photo: PhotoRef
  readonly settings: ToolSettings
}

export interface ToolResult {
  readonly result: PhotoRef
  readonly matte: PhotoRef | null
  /** The networks that would have made it better and could not be fetched. */
  readonly lacks: readonly ModelRole[]
}

/** One dab path of the refine brush, in pixels of the photo. */
export interface MatteStroke {
  readonly mode: 'add' | 'remove'
  readonly radiusPx: number
  readonly points: readonly { readonly xPx: number; readonly yPx: number }[]
}

/** What a tool still has to fetch before it can run for the first time. */
export interface ToolReadiness {
  readonly available: boolean
  /** Bytes to download, compressed; 0 when everything is here. */
  readonly downloadBytes: number
}

/** What is known of the device that tools run on. */
export interface DeviceProbe {
  readonly facts: DeviceFacts
  readonly figures: ProbeFigures
}

/** What came back from where a tool was run. */
export interface ResultFiles {
  readonly result: Blob
  readonly matte: Blob | null
}

/** A smaller photo for a preview that is made elsewhere, with the settings as they are for it. */
export interface SmallCopy {
  readonly file: Blob
  readonly mediaType: 'image/jpeg' | 'image/png'
  /** Of the file, hexadecimal. */
  readonly hash: string
  readonly settings: ToolSettings
}

/** The name of a worker that spares its device: small tiles, one thread. */
export const SMALL_NAME = 'imaging-small'

/** What a tool would make, for the panel and the stage. */
export interface ToolPreview {
  readonly picture: ImageBitmap
  /** Whether a tool that mends found next to nothing to mend: the photo was good. */
  readonly hardlyChanges: boolean
  /** As of a {@link ToolResult}. */
  readonly lacks: readonly ModelRole[]
  /** What a cut-out took where it took no people, also what was left out of that; else null. */
  readonly things: readonly Thing[] | null
  /**
   * What of the result the print is to show, in fractions of it: of a cut-out that took things the box about
   * what stays, of a rescued print its picture without the rim. Null for all of it.
   */
  readonly kept: Box | null
}

/**
 * A quick preview is smaller and less exact: for the first look, and while a slider moves. One made
 * aside is as quick, and leaves what the stage's previews have seen as it is: kept are a few, so the
 * next slider would have to wait for theirs to be seen anew. A close one is a fine one that is not
 * made smaller than its tool drew it: at most twice as large as asked, to be looked at closely.
 */
export type PreviewCare = 'quick' | 'fine' | 'close' | 'aside'

/** The image tools's worker. `jobId` is what `cancel` names. */
export interface ImagingApi {
  /** What the tool needs as it starts: super-resolution its instant network that doubles. */
  readiness(tool: ToolId): Promise<Outcome<ToolReadiness>>
  /** What the look for faces needs. */
  facesReadiness(): Promise<Outcome<ToolReadiness>>
  /** A quick result at most `longSidePx` (a close one twice that), for panel and stage; nothing is stored. */
  preview(
    jobId: string,
    request: ToolRequest,
    longSidePx: number,
    care: PreviewCare,
    report: ReportProgress,
  ): Promise<Outcome<ToolPreview>>
  /**
   * Looks at a photo before a tool is chosen, so that the first quick preview of the slow ones finds it
   * decoded, its people seen and their networks loaded. Nothing is fetched, and nothing comes of a fault.
   * @param longSidePx of the previews that will be asked for
   */
  prepare(
    jobId: string,
    photo: PhotoRef,
    longSidePx: number,
    report: ReportProgress,
  ): Promise<Outcome<void>>
  /** The result at working size, stored by content hash. */
  run(jobId: string, request: ToolRequest, report: ReportProgress): Promise<Outcome<ToolResult>>
  /** Applies brush strokes to a cut-out's matte, snapping to edges, and stores the new result. */
  refineMatte(
    jobId: string,
    original: PhotoRef,
    matte: PhotoRef,
    strokes: readonly MatteStroke[],
    settings: CutOutSettings,
    report: ReportProgress,
  ): Promise<Outcome<ToolResult>>
  /** The faces of a photo, for what the product must not cover. */
  findFaces(
    jobId: string,
    photo: PhotoRef,
    report: ReportProgress,
  ): Promise<Outcome<readonly PhotoFace[]>>
  /** The sheet of paper in a photo, null for none. */
  findPaper(
    jobId: string,
    photo: PhotoRef,
    report: ReportProgress,
  ): Promise<Outcome<FoundSheet | null>>
  /** Looks at the device and measures a little fixed work of the kinds that the tool needs. */
  probe(jobId: string, tool: ToolId, report: ReportProgress): Promise<Outcome<DeviceProbe>>
  /**
   * How many times faster networks run here on the graphics processor than in WebAssembly, 1 where
   * they do not run there. Fetches what it needs and measures it once, where it may be worth it.
   * @param secondsHere that the tool takes in WebAssembly
   */
  speedup(jobId: string, secondsHere: number, report: ReportProgress): Promise<Outcome<number>>
  /** A stored photo's own file, for a tool that is run elsewhere. */
  photoFile(photo: PhotoRef): Promise<Outcome<Blob>>
  /** What a preview of at most `longSidePx` that is made elsewhere is made of. */
  smallCopy(
    jobId: string,
    request: ToolRequest,
    longSidePx: number,
    report: ReportProgress,
  ): Promise<Outcome<SmallCopy>>
  /** Stores what a tool made elsewhere as if it had been made here. */
  keepResult(
    jobId: string,
    files: ResultFiles,
    report: ReportProgress,
  ): Promise<Outcome<ToolResult>>
  /** What of a tool's result that was made elsewhere the print is to show; see {@link ToolPreview.kept}. */
  keptIn(file: Blob, tool: ToolId): Promise<Outcome<Box | null>>
  cancel(jobId: string): void
}
