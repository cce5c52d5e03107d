import type { PhotoRef, ToolId } from '#core/design/document.ts'
import type { Outcome } from '#core/errors.ts'
import type { ModelTier } from '#core/imaging/models.ts'
import type { AnimeSettings } from '#core/imaging/tools/anime/anime.ts'
import type { ReportProgress } from '#core/jobs.ts'

export type SketchStyle = 'pencil' | 'ink' | 'coloured-pencil'

/** What each tool is set to; stored with the derived photo, so that it can be made again. */
export interface ToolSettings {
  'cut-out': { readonly featherPx: number; readonly chokePx: number; readonly outlineMm: number }
  sketch: { readonly style: SketchStyle; readonly strength: number }
  enhance: { readonly strength: number }
  anime: AnimeSettings
  'super-resolution': { readonly factor: 2 | 4; readonly tier: ModelTier }
}

export type ToolRequest = {
  [Tool in ToolId]: {
    readonly tool: Tool
    readonly photo: PhotoRef
    readonly settings: ToolSettings[Tool]
  }
}[ToolId]

export interface ToolResult {
  readonly result: PhotoRef
  readonly matte: PhotoRef | null
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

/** The image tools's worker. `jobId` is what `cancel` names. */
export interface ImagingApi {
  /** What the tool needs as it starts: super-resolution its instant network that doubles. */
  readiness(tool: ToolId): Promise<Outcome<ToolReadiness>>
  /** A quick result at most `longSidePx`, for the panel; nothing is stored. */
  preview(
    jobId: string,
    request: ToolRequest,
    longSidePx: number,
    report: ReportProgress,
  ): Promise<Outcome<ImageBitmap>>
  /** The result at working size, stored by content hash. */
  run(jobId: string, request: ToolRequest, report: ReportProgress): Promise<Outcome<ToolResult>>
  /** Applies brush strokes to a cut-out's matte, snapping to edges, and stores the new result. */
  refineMatte(
    jobId: string,
    original: PhotoRef,
    matte: PhotoRef,
    strokes: readonly MatteStroke[],
    settings: ToolSettings['cut-out'],
    report: ReportProgress,
  ): Promise<Outcome<ToolResult>>
  cancel(jobId: string): void
}
