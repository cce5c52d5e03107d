// The two layers that a matte mixes (Germer et al. 2020), in doubles as scripts take them.
import { at4 } from './indices'
import { valueAt } from './plane-steps'

const REGULARISATION: f64 = 1e-4

// @ts-ignore: decorator
@inline
function weightOf(matte: usize, alpha: f64, near: i32): f64 {
  return REGULARISATION + Math.abs(alpha - valueAt(matte, near))
}

// @ts-ignore: decorator
@inline
function setUnit(plane: usize, at: i32, value: f64): void {
  store<f32>(at4(plane, at), (value < 0 ? 0 : min<f64>(value, 1)) as f32)
}

/** The 2x2 system of a pixel, with its four neighbours, of which edges repeat their own. */
// @ts-ignore: decorator
@inline
function solveAt(
  layers: usize, plane: usize, image: usize, matte: usize, w: i32, h: i32, x: i32, y: i32,
): void {
  const at = y * w + x
  const alpha = valueAt(matte, at)
  const rest = 1 - alpha
  const n0 = x > 0 ? at - 1 : at
  const n1 = x + 1 < w ? at + 1 : at
  const n2 = y > 0 ? at - w : at
  const n3 = y + 1 < h ? at + w : at
  const w0 = weightOf(matte, alpha, n0)
  const w1 = weightOf(matte, alpha, n1)
  const w2 = weightOf(matte, alpha, n2)
  const w3 = weightOf(matte, alpha, n3)
  const weights = w0 + w1 + w2 + w3
  const a00 = alpha * alpha + weights
  const a01 = alpha * rest
  const a11 = rest * rest + weights
  const inverse = 1 / (a00 * a11 - a01 * a01)
  for (let c = 0; c < 3; c++) {
    const inside = layers + (c as usize) * plane
    const behind = inside + 3 * plane
    const value = (load<u8>(at4(image, at) + (c as usize)) as f64) / 255
    const f =
      w0 * valueAt(inside, n0) + w1 * valueAt(inside, n1) + w2 * valueAt(inside, n2) +
      w3 * valueAt(inside, n3) + alpha * value
    const b =
      w0 * valueAt(behind, n0) + w1 * valueAt(behind, n1) + w2 * valueAt(behind, n2) +
      w3 * valueAt(behind, n3) + rest * value
    setUnit(inside, at, (a11 * f - a01 * b) * inverse)
    setUnit(behind, at, (a00 * b - a01 * f) * inverse)
  }
}

/**
 * Gauss-Seidel sweeps over parts of rows, in place.
 * @param layers red, green and blue of the inside and then of what lies behind, plane after plane
 * @param plane from one to the next, bytes
 * @param image straight RGBA
 * @param runs row, first pixel and the one after the last of each part
 */
export function sweepLayers(
  layers: usize, plane: usize, image: usize, matte: usize, w: i32, h: i32,
  runs: usize, count: i32, rounds: i32,
): void {
  for (let round = 0; round < rounds; round++) {
    for (let run = 0; run < count; run++) {
      const own = at4(runs, 3 * run)
      const y = load<i32>(own)
      const until = load<i32>(own, 8)
      for (let x = load<i32>(own, 4); x < until; x++) {
        solveAt(layers, plane, image, matte, w, h, x, y)
      }
    }
  }
}
