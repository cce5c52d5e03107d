import type { Design, PhotoLayer, TextLayer } from '#core/design/document.ts'
import type { BoundsMm } from '#core/design/geometry.ts'
import type { Patch } from '#core/design/patch.ts'
import type { DesignUpdate } from '#core/design/revisions.ts'
import type { Outcome } from '#core/errors.ts'
import type { ReportProgress } from '#core/jobs.ts'

/** Where the design stands on the stage, in device pixels. */
export interface StageView {
  readonly widthPx: number
  readonly heightPx: number
  /** Device pixels per mm of the design. */
  readonly scalePxPerMm: number
  /** Stage position of the trim box's top left corner. */
  readonly originXPx: number
  readonly originYPx: number
  readonly theme: 'light' | 'dark'
}

/** One picture of the stage. A frame that arrives while one is drawn replaces any that waits. */
export interface StageFrame {
  /** The document: the worker holds it, and is told what changed. */
  readonly design: DesignUpdate
  readonly view: StageView
  /** What the running gesture would change of it, or null; the document changes once, at its end. */
  readonly preview: Patch | null
  /** A text layer that is edited in place is not drawn. */
  readonly hiddenLayerIds: readonly string[]
}

/** Whether a frame was drawn, or its design must be sent whole because a revision was missed. */
export type StageAnswer = 'drawn' | 'design-missed'

export interface TextBox extends Pick<TextLayer, 'widthMm' | 'heightMm' | 'softBreaks'> {
  /** Characters that the font cannot draw. */
  readonly missing: readonly string[]
}

/** Luminance of what lies in a place, 0 (black) to 1. */
export interface Lightness {
  readonly mean: number
  /** A tenth of the place is darker than this. */
  readonly darkest: number
  /** A tenth of the place is lighter than this. */
  readonly lightest: number
}

export interface PrintRequest {
  readonly design: Design
  readonly format: 'png' | 'pdf'
  /** 72 to `limits.printDpiMax`. */
  readonly dpi: number
}

export interface PrintFile {
  readonly name: string
  readonly file: Blob
  readonly mediaType: 'image/png' | 'application/pdf'
  readonly widthPx: number
  readonly heightPx: number
  readonly dpi: number
  readonly sha256: string
}

/** What preflight must look at pixels for. */
export interface InkReport {
  /** Share of the trim box where the print differs visibly from blank material, 0..1. */
  readonly inkedShare: number
  /** Largest difference of any pixel from the background, 0..255. */
  readonly contrast: number
  /** Text layer id -> characters its font cannot draw. */
  readonly missingGlyphs: Readonly<Record<string, readonly string[]>>
}

export interface ProductView {
  readonly widthPx: number
  readonly heightPx: number
  readonly theme: 'light' | 'dark'
}

/** A photo's crop is wanted in several looks. */
export interface LooksRequest {
  readonly layer: PhotoLayer
  readonly lookIds: readonly string[]
  readonly longSidePx: number
}

/** The one renderer, in its worker: stage, thumbnails, product pictures and print files. */
export interface CompositorApi {
  attachStage(canvas: OffscreenCanvas): Promise<void>
  drawStage(frame: StageFrame): Promise<Outcome<StageAnswer>>
  /**
   * Takes a picture in for the photo that a layer shows and no store has, until its loan ends; once
   * it answers, frames may show it.
   */
  lendPhoto(layer: PhotoLayer, picture: ImageBitmap): Promise<Outcome<void>>
  /** Decodes the photo that a layer shows as large as the stage shows it: the next frame has it. */
  readyPhoto(layer: PhotoLayer): Promise<Outcome<void>>
  /** Says that no frame will show a lent photo any more. */
  endLoan(hash: string): void
  measureText(layer: TextLayer): Promise<Outcome<TextBox>>
  thumbnail(design: Design, longSidePx: number): Promise<Outcome<Blob>>
  /** The design on its case or cake, lit and shaded. */
  productPicture(design: Design, view: ProductView): Promise<Outcome<ImageBitmap>>
  /** How light the print is within a box of mm; null where nothing is printed. */
  lightnessWithin(design: Design, box: BoundsMm): Promise<Outcome<Lightness | null>>
  inspectInk(design: Design): Promise<Outcome<InkReport>>
  /** A layer's photo in each of the looks, in their order, without its own sliders. */
  lookPictures(
    jobId: string,
    request: LooksRequest,
    report: ReportProgress,
  ): Promise<Outcome<readonly ImageBitmap[]>>
  exportPrint(
    jobId: string,
    request: PrintRequest,
    report: ReportProgress,
  ): Promise<Outcome<PrintFile>>
  /** Says that a photo has changed or gone, so that nothing stale is drawn. */
  forgetPhotos(hashes: readonly string[]): void
  cancel(jobId: string): void
}
