import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { PointSampler } from '../../../../pixels/sample-rows.ts'
import type { RimColours } from './rim.ts'

/** So much of the background in a colour is not told from none. */
const LACKING = 0.08
/** So many pixels of a row share what is read of the small planes. */
const SHARED_PX = 8

/** What pixels of a picture of any size are between the colours of a person and those behind. */
export class RimReader {
  readonly #weight: PointSampler
  readonly #cells: FloatPlane
  readonly #colours: readonly PointSampler[]
  readonly #widthPx: number
  readonly #heightPx: number
  /** Colours of the person less those behind, and those behind, 0..255, at {@link RimReader.#key}. */
  readonly #apart = new Float64Array(3)
  readonly #behind = new Float64Array(3)
  /** Rows of cells from this on are those that {@link RimReader.#near} is of. */
  #upper = Number.NaN
  readonly #near: Uint8Array
  #key = -1
  /** @param widthPx and `heightPx` of the picture that is read */
  constructor({ colours, weight }: RimColours, widthPx: number, heightPx: number) {
    this.#cells = weight
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#near = new Uint8Array(widthPx)
    this.#weight = new PointSampler(weight, widthPx, heightPx)
    this.#colours = colours.map((plane) => new PointSampler(plane, widthPx, heightPx))
  }

  /** Of each pixel of a row whether it may be a rim's; good until the next call. */
  near(y: number): Uint8Array {
    const { widthPx, heightPx, values } = this.#cells
    const upper = Math.floor(((y + 0.5) * heightPx) / this.#heightPx - 0.5)
    if (upper === this.#upper) return this.#near
    this.#upper = upper
    const above = Math.max(0, upper) * widthPx
    const below = Math.min(heightPx - 1, upper + 1) * widthPx
    const wide = this.#widthPx / widthPx
    this.#near.fill(0)
    for (let column = 0; column < widthPx; column++) {
      if (values[above + column] === 0 && values[below + column] === 0) continue
      this.#near.fill(1, Math.max(0, (column - 0.5) * wide), Math.ceil((column + 1.5) * wide))
    }
    return this.#near
  }

  /**
   * Takes what shines through of the old background out of a pixel, in place: what lies between the
   * two colours is the person's, and as uneven as it is of the person.
   * @param to of the pixel's red
   */
  clean(rgba: Uint8ClampedArray, to: number, x: number, y: number): void {
    this.#moveTo(x - (x % SHARED_PX), y)
    const [apart, behind] = [this.#apart, this.#behind]
    const a0 = apart[0] as number
    const a1 = apart[1] as number
    const a2 = apart[2] as number
    const d0 = (rgba[to] as number) - (behind[0] as number)
    const d1 = (rgba[to + 1] as number) - (behind[1] as number)
    const d2 = (rgba[to + 2] as number) - (behind[2] as number)
    const squared = a0 * a0 + a1 * a1 + a2 * a2 + 0.01
    const along = d0 * a0 + d1 * a1 + d2 * a2
    const lacking = 1 - along / squared
    if (lacking <= LACKING) return
    const weight = this.#weight.at(x, y)
    if (weight === 0) return
    const aside = Math.max(0, d0 * d0 + d1 * d1 + d2 * d2 - (along * along) / squared)
    const alike = 1 - smoothstep(0.25, 0.6, Math.sqrt(aside / squared))
    const told = weight * alike * smoothstep(LACKING, 0.25, lacking)
    if (told === 0) return
    const lost = Math.min(1, lacking)
    // What is uneven is of the person by its share alone.
    const kept = 1 - told * lost
    const own = told * lost * (2 - lost)
    rgba[to] = (behind[0] as number) + d0 * kept + a0 * own
    rgba[to + 1] = (behind[1] as number) + d1 * kept + a1 * own
    rgba[to + 2] = (behind[2] as number) + d2 * kept + a2 * own
  }

  #moveTo(x: number, y: number): void {
    const key = y * this.#widthPx + x
    if (key === this.#key) return
    this.#key = key
    for (let c = 0; c < 3; c++) {
      const behind = this.#colours[c + 3]?.at(x, y) ?? 0
      this.#behind[c] = behind * 255
      this.#apart[c] = ((this.#colours[c]?.at(x, y) ?? 0) - behind) * 255
    }
  }
}
