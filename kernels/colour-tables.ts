import { at4, at16 } from './indices'
import { reserve } from './memory'

const LEVELS = 256
/** Bytes of one channel's table. */
const TABLE_BYTES: usize = 4096
/** Entries are whole numbers of 1 / 4096 of a level: sums need no rounding instruction. */
const FRACTION_BITS = 12

/** The three tables as quads; red's carry the half that makes cutting off round. */
function quadsOf(tables: usize): usize {
  const quads = reserve(3 * TABLE_BYTES)
  const one = f32x4.splat((1 << FRACTION_BITS) as f32)
  const half = i32x4.splat(1 << (FRACTION_BITS - 1))
  for (let i = 0; i < 3 * LEVELS; i++) {
    const from = at4(tables, i * 3)
    const triple = f32x4.replace_lane(v128.load64_zero(from), 2, load<f32>(from, 8))
    const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(triple, one)))
    v128.store(at16(quads, i), i < LEVELS ? i32x4.add(whole, half) : whole)
  }
  return quads
}

/** The three entries of the pixel that stands `at`, added up, in whole levels. */
// @ts-ignore: decorator
@inline
function sumOf(quads: usize, at: usize): v128 {
  const red = v128.load(at16(quads, load<u8>(at)))
  const green = v128.load(at16(quads, load<u8>(at, 1)), TABLE_BYTES)
  const blue = v128.load(at16(quads, load<u8>(at, 2)), 2 * TABLE_BYTES)
  return i32x4.shr_s(i32x4.add(i32x4.add(red, green), blue), FRACTION_BITS)
}

/**
 * Every pixel becomes the sum of what its red, its green and its blue stand for; alpha stays. In
 * place: what is read is not needed again.
 */
export function colourTables(pixels: usize, count: i32, tables: usize): void {
  const quads = quadsOf(tables)
  const alpha = i32x4.splat(0xff000000)
  for (let i = 0; i < count; i += 4) {
    const at = at4(pixels, i)
    const low = i16x8.narrow_i32x4_s(sumOf(quads, at), sumOf(quads, at + 4))
    const high = i16x8.narrow_i32x4_s(sumOf(quads, at + 8), sumOf(quads, at + 12))
    const colours = i8x16.narrow_i16x8_u(low, high)
    v128.store(at, v128.bitselect(v128.load(at), colours, alpha))
  }
}
