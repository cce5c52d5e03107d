import { at4 } from './indices'
import { readRow, rowReader, SampledPlane } from './sampled-plane'

/** Half a turn's cosine and sine by the half-angle formulas: the root of half of `share`. */
// @ts-ignore: decorator
@inline
function half(share: v128): v128 {
  return f32x4.sqrt(f32x4.mul(f32x4.max(f32x4.splat(0), share), f32x4.splat(0.5)))
}

/**
 * Unit tangents of rows of a picture from the doubled angles of a small copy, which blend where
 * opposite tangents agree.
 * @param slots two `SampledPlane`s: cosines and sines, of any length
 * @param cosine and `sine` of twice the angle by which all are turned
 */
export function tangentRows(
  tx: usize, ty: usize, width: i32, rows: i32, top: i32, height: i32, cosine: f32, sine: f32,
  slots: usize,
): void {
  const cosines = rowReader(changetype<SampledPlane>(slots), width)
  const sines = rowReader(changetype<SampledPlane>(slots + offsetof<SampledPlane>()), width, cosines)
  const one = f32x4.splat(1)
  const turnX = f32x4.splat(cosine)
  const turnY = f32x4.splat(sine)
  const negative = i32x4.splat(i32.MIN_VALUE)
  for (let row = 0; row < rows; row++) {
    readRow(cosines, top + row, width, height)
    readRow(sines, top + row, width, height)
    for (let x = 0; x < width; x += 4) {
      const c = v128.load(at4(cosines.row, x))
      const s = v128.load(at4(sines.row, x))
      const across = f32x4.sub(f32x4.mul(c, turnX), f32x4.mul(s, turnY))
      const down = f32x4.add(f32x4.mul(s, turnX), f32x4.mul(c, turnY))
      const length = f32x4.sqrt(f32x4.add(f32x4.mul(across, across), f32x4.mul(down, down)))
      // Without a direction the way is across.
      const none = f32x4.eq(length, f32x4.splat(0))
      const turn = v128.bitselect(one, f32x4.div(across, length), none)
      const i = at4(0, row * width + x)
      // Past the end of a row this writes into the next one, which is still to come.
      v128.store(tx + i, half(f32x4.add(one, turn)))
      v128.store(ty + i, v128.or(half(f32x4.sub(one, turn)), v128.and(down, negative)))
    }
  }
}
