import { at4 } from './indices'

/** BT.601 luma of 8-bit RGBA, 0..1. */
export function luma(source: usize, target: usize, count: i32): void {
  const mask = i32x4.splat(255)
  const red = f32x4.splat(0.299 / 255)
  const green = f32x4.splat(0.587 / 255)
  const blue = f32x4.splat(0.114 / 255)
  for (let i = 0; i < count; i += 4) {
    const pixels = v128.load(at4(source, i))
    const r = f32x4.convert_i32x4_s(v128.and(pixels, mask))
    const g = f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(pixels, 8), mask))
    const b = f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(pixels, 16), mask))
    const sum = f32x4.add(f32x4.mul(r, red), f32x4.add(f32x4.mul(g, green), f32x4.mul(b, blue)))
    v128.store(at4(target, i), sum)
  }
}
