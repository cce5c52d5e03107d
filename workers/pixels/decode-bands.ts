import {
  BAND_ROWS,
  BANDED_HEADER_BYTES,
  type BandedJpeg,
  readBandedJpeg,
} from '#core/formats/jpeg/bands.ts'
import type { Box } from '#core/pixels/pixels.ts'
import { loadKernels } from '../kernels.ts'
import { openContext, shrink } from './canvases.ts'

/** Rows of the photo that are made smaller at a time. */
const STRIP_ROWS = 256

/** How a large photo's file is divided; null for what browsers decode whole. */
export async function bandsOf(file: Blob): Promise<BandedJpeg | null> {
  const head = await file.slice(0, BANDED_HEADER_BYTES).arrayBuffer()
  return readBandedJpeg(new Uint8Array(head), file.size)
}

interface Wanted {
  /** Of the photo; all of it where nothing is said. */
  readonly cut: Box | undefined
  /** Of the picture that is made of it, never larger; the cut's own where nothing is said. */
  readonly widthPx: number | undefined
  readonly heightPx: number | undefined
}

/**
 * A part of a photo at some size, decoded band by band, so that no more of it lies in memory than a
 * band and the picture that is asked for. It throws what the browser's decoder throws.
 */
export async function decodeBands(
  file: Blob,
  banded: BandedJpeg,
  wanted: Wanted,
): Promise<ImageBitmap> {
  const cut = wanted.cut ?? { x: 0, y: 0, width: banded.widthPx, height: banded.heightPx }
  const widthPx = Math.min(cut.width, wanted.widthPx ?? cut.width)
  const heightPx = Math.min(cut.height, wanted.heightPx ?? cut.height)
  const kernels = await loadKernels()
  const rows = new CutRows(file, banded, cut)
  const target = new OffscreenCanvas(widthPx, heightPx)
  try {
    const context = openContext(target, { willReadFrequently: true })
    const ratio = cut.height / heightPx
    const stripRows = Math.max(1, Math.floor(STRIP_ROWS / ratio))
    for (let topPx = 0; topPx < heightPx; topPx += stripRows) {
      const strip = { topPx, heightPx: Math.min(stripRows, heightPx - topPx) }
      const from = Math.floor(topPx * ratio)
      const until = Math.min(cut.height, Math.ceil((topPx + strip.heightPx) * ratio))
      const pixels = await rows.read(from, until - from)
      const part = {
        rows: { widthPx: cut.width, heightPx: until - from, rgba: pixels.data },
        topPx: from,
        wholeHeightPx: cut.height,
      }
      const isOwnSize = widthPx === cut.width && heightPx === cut.height
      const made = isOwnSize
        ? part.rows
        : kernels.resizeAreaRows(part, { widthPx, heightPx }, strip)
      context.putImageData(new ImageData(made.rgba, widthPx, strip.heightPx), 0, topPx)
    }
    return target.transferToImageBitmap()
  } finally {
    rows.close()
    shrink(target)
  }
}

/** Rows of a cut, read from the top to the bottom; the band they lie in stays decoded. */
class CutRows {
  readonly #file: Blob
  readonly #banded: BandedJpeg
  readonly #cut: Box
  readonly #canvas: OffscreenCanvas
  #band: { readonly index: number; readonly picture: ImageBitmap } | null = null

  constructor(file: Blob, banded: BandedJpeg, cut: Box) {
    this.#file = file
    this.#banded = banded
    this.#cut = cut
    this.#canvas = new OffscreenCanvas(cut.width, 1)
  }

  async read(topPx: number, heightPx: number): Promise<ImageData> {
    if (this.#canvas.height < heightPx) this.#canvas.height = heightPx
    const context = openContext(this.#canvas, { willReadFrequently: true })
    const { x, y, width } = this.#cut
    const [first, end] = [y + topPx, y + topPx + heightPx]
    for (let index = Math.floor(first / BAND_ROWS); index * BAND_ROWS < end; index++) {
      const picture = await this.#pictureOf(index)
      const bandTop = index * BAND_ROWS
      const from = Math.max(first, bandTop)
      const rows = Math.min(end, bandTop + picture.height) - from
      context.drawImage(picture, x, from - bandTop, width, rows, 0, from - first, width, rows)
    }
    return context.getImageData(0, 0, width, heightPx)
  }

  close(): void {
    this.#band?.picture.close()
    this.#band = null
    shrink(this.#canvas)
  }

  async #pictureOf(index: number): Promise<ImageBitmap> {
    if (this.#band?.index === index) return this.#band.picture
    const place = this.#banded.bands[index]
    if (place === undefined) throw new RangeError(`no band ${index}`)
    const rows = Math.min(BAND_ROWS, this.#banded.heightPx - index * BAND_ROWS)
    const [before, behind] = this.#banded.wrap(rows)
    const bytes = this.#file.slice(place.start, place.end)
    const picture = await createImageBitmap(
      new Blob([before, bytes, behind], { type: 'image/jpeg' }),
    )
    this.#band?.picture.close()
    this.#band = { index, picture }
    return picture
  }
}
