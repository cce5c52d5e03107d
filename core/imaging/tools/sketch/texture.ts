/** Repeatable noise from coordinates: the same place always gives the same value. */

/** 0..1 from two whole numbers and a seed (a 32-bit mix after Wellons' lowbias32). */
function hashNoise(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise 0..1 with one value per unit of length, blended between. */
export function valueNoise(x: number, y: number, seed: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const sx = eased(x - x0)
  const top = between(hashNoise(x0, y0, seed), hashNoise(x0 + 1, y0, seed), sx)
  const bottom = between(hashNoise(x0, y0 + 1, seed), hashNoise(x0 + 1, y0 + 1, seed), sx)
  return between(top, bottom, eased(y - y0))
}

/**
 * The same along a row, at `fromX`, `fromX + stepX` and on: what stands at the corners of a cell is
 * worked out once for all that lie in it.
 */
export function noiseAlong(
  row: Float32Array,
  fromX: number,
  stepX: number,
  y: number,
  seed: number,
): void {
  const y0 = Math.floor(y)
  const sy = eased(y - y0)
  let cell = Number.NaN
  let left = 0
  let right = 0
  for (let i = 0; i < row.length; i++) {
    const x = fromX + i * stepX
    const x0 = Math.floor(x)
    if (x0 !== cell) {
      left = between(hashNoise(x0, y0, seed), hashNoise(x0, y0 + 1, seed), sy)
      right = between(hashNoise(x0 + 1, y0, seed), hashNoise(x0 + 1, y0 + 1, seed), sy)
      cell = x0
    }
    row[i] = between(left, right, eased(x - x0))
  }
}

const eased = (share: number): number => share * share * (3 - 2 * share)
const between = (a: number, b: number, share: number): number => a + (b - a) * share

/** Height of drawing paper along rows, 0 in a hollow to 1 on a peak, spread evenly over that range. */
export class PaperTooth {
  readonly #unit: number
  readonly #fine: Float32Array
  readonly #coarse: Float32Array

  /** @param unit thousandths of the picture's longer side to a pixel */
  constructor(widthPx: number, unit: number) {
    this.#unit = unit
    this.#fine = new Float32Array(widthPx)
    this.#coarse = new Float32Array(widthPx)
  }

  /**
   * Good until the next call.
   * @param y thousandths of the picture's longer side
   */
  row(y: number): Float32Array {
    const [fine, coarse, unit] = [this.#fine, this.#coarse, this.#unit]
    noiseAlong(fine, 0.5 * unit * 1.15, unit * 1.15, y * 1.15, 11)
    noiseAlong(coarse, 0.5 * unit * 0.47 + 17, unit * 0.47, y * 0.47 + 5, 12)
    for (let i = 0; i < fine.length; i++) {
      const height = (fine[i] as number) * 0.62 + (coarse[i] as number) * 0.38
      fine[i] = Math.min(1, Math.max(0, (height - 0.5) * 1.75 + 0.5))
    }
    return fine
  }
}
