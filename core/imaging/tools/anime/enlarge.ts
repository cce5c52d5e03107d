import type { Kernels } from '../../../kernels/kernels.ts'
import { rasterRows } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'

/** Paint of a picture: red, green and blue by turns, 0..255, and a 1 after each three. */
export interface Paint {
  readonly widthPx: number
  readonly heightPx: number
  readonly quads: Float32Array<ArrayBuffer>
}

/** How alike a pixel of the photo and one of the small copy are to share a colour, of 255. */
const LIKE = 22
/** Rows of the small copy that a place looks at: from one above the one it lies in, to two below. */
const ABOVE = 1
const BELOW = 2

/** Carries paint from a small picture to the photo's size; any strip gives the same as the whole. */
export class PaintEnlarger {
  readonly #kernels: Kernels
  readonly #small: Raster
  readonly #paint: Paint
  readonly #wholeHeightPx: number

  /**
   * @param small the photo, small
   * @param paint its paint, as large
   * @param wholeHeightPx of the photo
   */
  constructor(kernels: Kernels, small: Raster, paint: Paint, wholeHeightPx: number) {
    this.#kernels = kernels
    this.#small = small
    this.#paint = paint
    this.#wholeHeightPx = wholeHeightPx
  }

  /** Paint for the photo's rows from `topPx`. */
  rows(topPx: number, photo: Raster): Paint {
    const { widthPx, heightPx } = photo
    const originPx = Math.max(0, this.#rowAt(topPx) - ABOVE)
    const end = Math.min(this.#small.heightPx, this.#rowAt(topPx + heightPx - 1) + BELOW + 1)
    const stride = this.#small.widthPx * 4
    const small = {
      guide: rasterRows(this.#small, originPx, end - originPx),
      colours: this.#paint.quads.subarray(originPx * stride, end * stride),
      originPx,
      wholeHeightPx: this.#small.heightPx,
    }
    const place = { rows: photo, topPx, wholeHeightPx: this.#wholeHeightPx }
    return { widthPx, heightPx, quads: this.#kernels.jointUpsample(small, place, LIKE) }
  }

  /** The small row that a row of the photo lies in or under. */
  #rowAt(y: number): number {
    return Math.floor(((y + 0.5) * this.#small.heightPx) / this.#wholeHeightPx - 0.5)
  }
}
