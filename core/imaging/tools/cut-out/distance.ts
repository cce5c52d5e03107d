import { createFloatPlane } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'

const FAR = 1e20

/**
 * Euclidean distance of every pixel to the nearest marked one, px (Felzenszwalb & Huttenlocher
 * 2012, exact, linear time).
 */
export function distanceTo(
  size: { readonly widthPx: number; readonly heightPx: number },
  isMarked: (at: number) => boolean,
): FloatPlane {
  const { widthPx, heightPx } = size
  const squared = new Float64Array(widthPx * heightPx)
  for (let at = 0; at < squared.length; at++) squared[at] = isMarked(at) ? 0 : FAR
  const pass = new LowerEnvelope(Math.max(widthPx, heightPx))
  for (let x = 0; x < widthPx; x++) pass.run(squared, x, widthPx, heightPx)
  for (let y = 0; y < heightPx; y++) pass.run(squared, y * widthPx, 1, widthPx)
  const result = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < squared.length; at++) result.values[at] = Math.sqrt(squared[at] ?? 0)
  return result
}

/** One row or column of the squared transform. */
class LowerEnvelope {
  readonly #line: Float64Array
  readonly #vertex: Int32Array
  readonly #bound: Float64Array

  constructor(length: number) {
    this.#line = new Float64Array(length)
    this.#vertex = new Int32Array(length)
    this.#bound = new Float64Array(length + 1)
  }

  run(squared: Float64Array, offset: number, stride: number, length: number): void {
    const f = this.#line
    const v = this.#vertex
    const z = this.#bound
    for (let i = 0; i < length; i++) f[i] = squared[offset + i * stride] as number
    let k = 0
    v[0] = 0
    z[0] = -FAR
    z[1] = FAR
    for (let q = 1; q < length; q++) {
      let s = meet(f, v[k] as number, q)
      while (k > 0 && s <= (z[k] as number)) {
        k--
        s = meet(f, v[k] as number, q)
      }
      k++
      v[k] = q
      z[k] = s
      z[k + 1] = FAR
    }
    k = 0
    for (let q = 0; q < length; q++) {
      while ((z[k + 1] as number) < q) k++
      const from = v[k] as number
      squared[offset + q * stride] = (q - from) * (q - from) + (f[from] as number)
    }
  }
}

/** Where the parabolas about `p` and `q` meet. */
function meet(f: Float64Array, p: number, q: number): number {
  return ((f[q] as number) + q * q - ((f[p] as number) + p * p)) / (2 * (q - p))
}
