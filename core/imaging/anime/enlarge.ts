import type { Raster } from '../tool.ts'
import type { OkLabPicture } from './study.ts'

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
  readonly #paint: OkLabPicture
  readonly #widthPx: number
  readonly #heightPx: number
  readonly #likeness: Float32Array

  /**
   * @param small the photo, small
   * @param paint its paint, as large
   * @param widthPx and `heightPx` of the photo
   */
  constructor(small: Raster, paint: OkLabPicture, widthPx: number, heightPx: number) {
    this.#small = small
    this.#paint = paint
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#likeness = Float32Array.from(
      { length: 766 },
      // Never nothing: a colour that is nowhere about takes the mean.
      (_, difference) => Math.exp(-((difference / (3 * LIKE)) ** 2) * 4.5) + 1e-4,
    )
  }

  /** Paint for the photo's rows from `topPx`. */
  rows(topPx: number, photo: Raster): OkLabPicture {
    const count = photo.widthPx * photo.heightPx
    const into = {
      widthPx: photo.widthPx,
      heightPx: photo.heightPx,
      lightness: new Float32Array(count),
      a: new Float32Array(count),
      b: new Float32Array(count),
    }
    const across = tapsOf(this.#widthPx, this.#small.widthPx)
    for (let y = 0; y < photo.heightPx; y++) {
      this.#row(tapAt(topPx + y, this.#heightPx, this.#small.heightPx), across, photo, y, into)
    }
    return into
  }

  #row(down: Tap, across: readonly Tap[], photo: Raster, y: number, into: OkLabPicture): void {
    const { rgba, widthPx: stride } = this.#small
    const { lightness, a, b } = this.#paint
    const likeness = this.#likeness
    for (let x = 0; x < photo.widthPx; x++) {
      const to = y * photo.widthPx + x
      const red = photo.rgba[to * 4] as number
      const green = photo.rgba[to * 4 + 1] as number
      const blue = photo.rgba[to * 4 + 2] as number
      const { at: columns, weight: columnWeights } = across[x] as Tap
      let [sum, light, reds, yellows] = [0, 0, 0, 0]
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
          light += weight * (lightness[from] as number)
          reds += weight * (a[from] as number)
          yellows += weight * (b[from] as number)
        }
      }
      into.lightness[to] = light / sum
      into.a[to] = reds / sum
      into.b[to] = yellows / sum
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
