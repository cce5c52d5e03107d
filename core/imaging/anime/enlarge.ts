import type { Raster } from '../tool.ts'

/** Paint of a picture: red, green and blue by turns, 0..255. */
export interface Paint {
  readonly widthPx: number
  readonly heightPx: number
  readonly rgb: Float32Array<ArrayBuffer>
}

/** How alike a pixel of the photo and one of the small copy are to share a colour, of 255. */
const LIKE = 22
/** Taps a side: the four by four small pixels about a place. */
const TAPS = 4

/**
 * Carries paint from a small picture to the photo's size by joint bilateral upsampling (Kopf et al.
 * 2007): each pixel mixes the paint of the small pixels about it, those whose photo looks as it does
 * before all. Regions end at the photo's own edges, and no texture comes with them.
 */
export class PaintEnlarger {
  readonly #small: Raster
  readonly #paint: Paint
  readonly #heightPx: number
  /** The same for every row. */
  readonly #across: readonly Tap[]
  readonly #likeness: Float32Array

  /**
   * @param small the photo, small
   * @param paint its paint, as large
   * @param widthPx and `heightPx` of the photo
   */
  constructor(small: Raster, paint: Paint, widthPx: number, heightPx: number) {
    this.#small = small
    this.#paint = paint
    this.#heightPx = heightPx
    this.#across = tapsOf(widthPx, small.widthPx)
    this.#likeness = Float32Array.from(
      { length: 766 },
      // Never nothing: a colour that is nowhere about takes the mean.
      (_, difference) => Math.exp(-((difference / (3 * LIKE)) ** 2) * 4.5) + 1e-4,
    )
  }

  /** Paint for the photo's rows from `topPx`. */
  rows(topPx: number, photo: Raster): Paint {
    const { widthPx, heightPx } = photo
    const into = { widthPx, heightPx, rgb: new Float32Array(widthPx * heightPx * 3) }
    for (let y = 0; y < photo.heightPx; y++) {
      this.#row(tapAt(topPx + y, this.#heightPx, this.#small.heightPx), photo, y, into)
    }
    return into
  }

  #row(down: Tap, photo: Raster, y: number, into: Paint): void {
    const { rgba, widthPx: stride } = this.#small
    const paint = this.#paint.rgb
    const likeness = this.#likeness
    for (let x = 0; x < photo.widthPx; x++) {
      const to = y * photo.widthPx + x
      const red = photo.rgba[to * 4] as number
      const green = photo.rgba[to * 4 + 1] as number
      const blue = photo.rgba[to * 4 + 2] as number
      const { at: columns, weight: columnWeights } = this.#across[x] as Tap
      let sum = 0
      let reds = 0
      let greens = 0
      let blues = 0
      for (let j = 0; j < TAPS; j++) {
        const row = (down.at[j] as number) * stride
        const rowWeight = down.weight[j] as number
        for (let i = 0; i < TAPS; i++) {
          const from = row + (columns[i] as number)
          const difference =
            Math.abs((rgba[from * 4] as number) - red) +
            Math.abs((rgba[from * 4 + 1] as number) - green) +
            Math.abs((rgba[from * 4 + 2] as number) - blue)
          const weight = rowWeight * (columnWeights[i] as number) * (likeness[difference] as number)
          sum += weight
          reds += weight * (paint[from * 3] as number)
          greens += weight * (paint[from * 3 + 1] as number)
          blues += weight * (paint[from * 3 + 2] as number)
        }
      }
      into.rgb[to * 3] = reds / sum
      into.rgb[to * 3 + 1] = greens / sum
      into.rgb[to * 3 + 2] = blues / sum
    }
  }
}

interface Tap {
  readonly at: Int32Array
  readonly weight: Float32Array
}

const tapsOf = (length: number, smallLength: number): readonly Tap[] =>
  Array.from({ length }, (_, at) => tapAt(at, length, smallLength))

/** The small pixels about one place, by a Gaussian of their distance. */
function tapAt(place: number, length: number, smallLength: number): Tap {
  const exact = ((place + 0.5) * smallLength) / length - 0.5
  const first = Math.floor(exact) - 1
  const at = new Int32Array(TAPS)
  const weight = new Float32Array(TAPS)
  for (let k = 0; k < TAPS; k++) {
    at[k] = Math.min(smallLength - 1, Math.max(0, first + k))
    weight[k] = Math.exp(-((first + k - exact) ** 2) / 1.1)
  }
  return { at, weight }
}
