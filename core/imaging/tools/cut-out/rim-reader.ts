import { smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { PointSampler } from '../../../pixels/sample-rows.ts'
import type { RimColours } from './rim.ts'

/** So many pixels of a row share what is read of the small planes. */
const SHARED_PX = 4

/** What pixels of a picture of any size are between the colours of a person and those behind. */
export class RimReader {
  readonly #weight: PointSampler
  readonly #cells: FloatPlane
  readonly #colours: readonly PointSampler[]
  readonly #widthPx: number
  readonly #heightPx: number
  /** Colours of the person less those behind, and those behind, at {@link RimReader.#key}. */
  readonly #apart = new Float64Array(3)
  readonly #behind = new Float64Array(3)
  #squared = 1
  #key = -1
  /** Of the colour that was placed last: its share of the person, unbounded, and how far it lies beside the line. */
  #share = 1
  #aside = 0

  /** @param widthPx and `heightPx` of the picture that is read */
  constructor({ colours, weight }: RimColours, widthPx: number, heightPx: number) {
    this.#cells = weight
    this.#widthPx = widthPx
    this.#heightPx = heightPx
    this.#weight = new PointSampler(weight, widthPx, heightPx)
    this.#colours = colours.map((plane) => new PointSampler(plane, widthPx, heightPx))
  }

  /**
   * Writes how much each pixel of a row is a rim's, 0..1.
   * @returns whether any is
   */
  weights(y: number, into: Float32Array): boolean {
    const { widthPx, heightPx, values } = this.#cells
    const middle = ((y + 0.5) * heightPx) / this.#heightPx - 0.5
    const upper = Math.max(0, Math.floor(middle)) * widthPx
    const lower = Math.min(heightPx - 1, Math.floor(middle) + 1) * widthPx
    const wide = this.#widthPx / widthPx
    let [isAny, until] = [false, 0]
    into.fill(0)
    for (let column = 0; column < widthPx; column++) {
      if (values[upper + column] === 0 && values[lower + column] === 0) continue
      isAny = true
      const end = Math.min(this.#widthPx, Math.ceil((column + 1.5) * wide))
      for (let x = Math.max(until, Math.floor((column - 0.5) * wide)); x < end; x++) {
        into[x] = this.#weight.at(x, y)
      }
      until = end
    }
    return isAny
  }

  /**
   * Takes what shines through of the old background out of a colour, 0..1, in place: what lies between
   * the two is the person's, and as uneven as it is of the person.
   * @param weight of the pixel, see {@link weights}
   */
  clean(colour: Float64Array, x: number, y: number, weight: number): void {
    this.#place(colour, x, y)
    const share = Math.min(1, Math.max(0, this.#share))
    const told = weight * this.#alike() * smoothstep(0.08, 0.25, 1 - share)
    if (told === 0) return
    for (let c = 0; c < 3; c++) {
      const [apart, behind] = [this.#apart[c] as number, this.#behind[c] as number]
      const uneven = (colour[c] as number) - behind - share * apart
      const own = behind + apart + share * uneven
      colour[c] = (colour[c] as number) + told * (own - (colour[c] as number))
    }
  }

  /**
   * 0..1, how surely a pixel that a matte holds is the background's alone.
   * @param alpha of the pixel, above 0
   */
  isBehind(colour: Float64Array, x: number, y: number, weight: number, alpha: number): number {
    this.#place(colour, x, y)
    const lacking = smoothstep(0.6, 0.95, 1 - Math.max(0, this.#share) / alpha)
    if (lacking === 0) return 0
    return weight * lacking * this.#alike() * smoothstep(0.3, 0.5, Math.sqrt(this.#squared))
  }

  /** How near a colour is to the line between the two. */
  #alike(): number {
    return 1 - smoothstep(0.25, 0.6, this.#aside / Math.sqrt(this.#squared))
  }

  #place(colour: Float64Array, x: number, y: number): void {
    this.#moveTo(x - (x % SHARED_PX), y)
    let [along, length] = [0, 0]
    for (let c = 0; c < 3; c++) {
      const from = (colour[c] as number) - (this.#behind[c] as number)
      along += from * (this.#apart[c] as number)
      length += from * from
    }
    this.#share = along / this.#squared
    this.#aside = Math.sqrt(Math.max(0, length - this.#share * along))
  }

  #moveTo(x: number, y: number): void {
    const key = y * this.#widthPx + x
    if (key === this.#key) return
    this.#key = key
    let squared = 1e-6
    for (let c = 0; c < 3; c++) {
      const behind = this.#colours[c + 3]?.at(x, y) ?? 0
      const apart = (this.#colours[c]?.at(x, y) ?? 0) - behind
      this.#behind[c] = behind
      this.#apart[c] = apart
      squared += apart * apart
    }
    this.#squared = squared
  }
}
