import { at4 } from './indices'

/** Colour dodge `base / (1 - blend)`, at most 1. */
export function dodge(base: usize, blend: usize, target: usize, count: i32): void {
  const one = f32x4.splat(1)
  const least = f32x4.splat(1e-4)
  for (let i = 0; i < count; i += 4) {
    const under = f32x4.max(least, f32x4.sub(one, v128.load(at4(blend, i))))
    v128.store(at4(target, i), f32x4.min(one, f32x4.div(v128.load(at4(base, i)), under)))
  }
}
