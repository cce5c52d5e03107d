import type { Design } from '../design/document.ts'
import { type PrintPage, printPage } from '../formats/print-page.ts'
import type { RenderAssets, Scratch } from './assets.ts'
import { drawBackground } from './background.ts'
import { drawLayers, type InkSheet, openInk } from './draw-design.ts'
import type { PixelBox, RenderView } from './view.ts'

/**
 * The print is drawn in bands on one fixed grid, and every strip, of whatever height, is cut from
 * them. Measured in Chromium 156, software Canvas2D: a translation by whole pixels leaves images
 * and small text exact, but moves antialiased path edges by up to 118/255, letters above 256 px by
 * 89, gradients by 1, and a canvas's own shadows by 149, because Skia picks its rasteriser and its
 * blur by how much of a shape lies on the canvas. So a picture is only the same when it is drawn on
 * the same canvas: the grid makes it so.
 */
export const BAND_ROWS = 256
/** Rows drawn beyond a band and thrown away: Skia clips wrongly in the outermost rows of a canvas. */
const MARGIN_ROWS = 16
const SHEET_ROWS = BAND_ROWS + 2 * MARGIN_ROWS

/** Opaque pixels of a box of a canvas, four bytes each. */
export type ReadPixels = (drawn: Scratch, box: PixelBox) => Promise<Uint8ClampedArray<ArrayBuffer>>

const readImageData: ReadPixels = async ({ ctx }, { x, y, width, height }) =>
  ctx.getImageData(x, y, width, height).data

/**
 * The pixels of a print, top to bottom. A band is begun, its layers are drawn, all at once or some
 * at a time, and it is finished. Memory: one canvas of `widthPx * 288` for each band that is begun,
 * one beside them, and a band's pixels: 33 MB for 420 mm at 600 dpi, whatever the print's height.
 */
export class PrintRaster {
  readonly page: PrintPage
  readonly #design: Design
  readonly #assets: RenderAssets
  readonly #read: ReadPixels
  readonly #begun = new Map<number, InkSheet>()
  #finished: { readonly index: number; readonly rgba: Uint8ClampedArray } | null = null

  constructor(design: Design, dpi: number, assets: RenderAssets, read = readImageData) {
    this.page = printPage(design.product.geometry, dpi)
    this.#design = design
    this.#assets = assets
    this.#read = read
  }

  get bandCount(): number {
    return Math.ceil(this.page.heightPx / BAND_ROWS)
  }

  /** Rows of a band: {@link BAND_ROWS}, fewer at the foot of the page. */
  rowsOf(index: number): number {
    return Math.min(BAND_ROWS, this.page.heightPx - index * BAND_ROWS)
  }

  /** Opens a band and draws its background. */
  begin(index: number): void {
    const view = this.#view(index)
    const sheet = openInk({ design: this.#design, view, assets: this.#assets })
    drawBackground(sheet.brush)
    this.#begun.set(index, sheet)
  }

  /** Draws layers of the design, from `from` up to `to`, on a band that is begun. */
  drawLayers(index: number, from: number, to: number): void {
    const sheet = this.#begun.get(index)
    if (sheet === undefined) throw new RangeError(`band ${index} is not begun`)
    drawLayers(sheet.brush, this.#design.layers.slice(from, to))
  }

  /** Opaque pixels of a band whose layers are drawn: RGBA, where no other reader was given. */
  async finish(index: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const sheet = this.#begun.get(index)
    if (sheet === undefined) throw new RangeError(`band ${index} is not begun`)
    this.#begun.delete(index)
    const box = { x: 0, y: MARGIN_ROWS, width: this.page.widthPx, height: this.rowsOf(index) }
    try {
      return await this.#read(sheet.layOn('#ffffff'), box)
    } finally {
      sheet.release()
    }
  }

  /** A whole band; the assets of all layers are at hand. */
  async band(index: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
    this.begin(index)
    this.drawLayers(index, 0, this.#design.layers.length)
    return await this.finish(index)
  }

  /** Any rows of the print: strips and whole agree exactly. */
  async rows(from: number, count: number): Promise<Uint8ClampedArray> {
    const rowBytes = this.page.widthPx * 4
    const out = new Uint8ClampedArray(count * rowBytes)
    for (let y = from; y < from + count; ) {
      const index = Math.floor(y / BAND_ROWS)
      if (this.#finished?.index !== index) this.#finished = { index, rgba: await this.band(index) }
      const start = y - index * BAND_ROWS
      const taken = Math.min(BAND_ROWS - start, from + count - y)
      const cut = this.#finished.rgba.subarray(start * rowBytes, (start + taken) * rowBytes)
      out.set(cut, (y - from) * rowBytes)
      y += taken
    }
    return out
  }

  /** Gives the canvases back. */
  close(): void {
    for (const sheet of this.#begun.values()) sheet.release()
    this.#begun.clear()
    this.#finished = null
  }

  #view(index: number): RenderView {
    const { scalePxPerMm, bleedMm, widthPx } = this.page
    return {
      widthPx,
      heightPx: SHEET_ROWS,
      scalePxPerMm,
      originXPx: bleedMm * scalePxPerMm,
      originYPx: bleedMm * scalePxPerMm - index * BAND_ROWS + MARGIN_ROWS,
      placeholders: false,
      hiddenLayerIds: [],
    }
  }
}
