import type { Design } from '../../design/document.ts'
import type { RenderAssets } from '../assets.ts'
import type { Canvas2D, CanvasImage } from '../canvas.ts'

/** The design as drawn for the picture: the trim box, transparent where nothing is printed. */
export interface PrintImage {
  readonly image: CanvasImage
  readonly widthPx: number
  readonly heightPx: number
}

/** What a product picture is drawn with. */
export interface Scene {
  readonly ctx: Canvas2D
  readonly design: Design
  readonly print: PrintImage
  readonly widthPx: number
  readonly heightPx: number
  readonly theme: 'light' | 'dark'
  readonly assets: RenderAssets
}
