// Skin is brought into the light of all: `log lit = log luma + share * (gain + (power - 1) * log luma)`.
import { exponentials, logarithms } from './exponentials'
import { at4 } from './indices'
import { reserve } from './memory'
import { RowReader, readRow, rowReader, SampledPlane } from './sampled-plane'

/** Where less of a pixel than this is skin, it stays as it is. */
const LEAST: f32 = 0.002
/** A logarithm of each follows the values of the table. */
const LIFTS: usize = 256 << 2

/** Rows of how much of each pixel is skin, and of the light that it is brought to. */
@unmanaged
class SkinRows {
  share: RowReader
  gain: RowReader
  power: RowReader
}

/** @param slots three `SampledPlane`s: share, gain and power */
function skinRows(slots: usize, width: i32): SkinRows {
  const size = offsetof<SampledPlane>()
  const rows = changetype<SkinRows>(reserve(offsetof<SkinRows>()))
  rows.share = rowReader(changetype<SampledPlane>(slots), width)
  rows.gain = rowReader(changetype<SampledPlane>(slots + size), width)
  rows.power = rowReader(changetype<SampledPlane>(slots + 2 * size), width, rows.gain)
  return rows
}

function readSkin(rows: SkinRows, y: i32, width: i32, height: i32): void {
  readRow(rows.share, y, width, height)
  readRow(rows.gain, y, width, height)
  readRow(rows.power, y, width, height)
}

/** What the logarithm of a light gains. */
// @ts-ignore: decorator
@inline
function gained(log: v128, gain: v128, power: v128): v128 {
  return f32x4.add(gain, f32x4.mul(f32x4.sub(power, f32x4.splat(1)), log))
}

/** Shine runs out into white, it does not end in it. */
// @ts-ignore: decorator
@inline
function shone(light: v128, white: v128): v128 {
  const room = f32x4.sub(f32x4.splat(1), white)
  const over = exponentials(f32x4.div(f32x4.sub(white, light), room))
  const soft = f32x4.add(white, f32x4.mul(room, f32x4.sub(f32x4.splat(1), over)))
  return v128.bitselect(light, soft, f32x4.le(light, white))
}

/**
 * Rows of luma whose skin lies in the light of all.
 * @param white the luma of a face in that light: more than it runs out into white
 * @param darkest darker luma counts as this
 */
export function litSkin(
  source: usize, target: usize, width: i32, rows: i32, top: i32, height: i32, white: f32,
  darkest: f32, slots: usize,
): void {
  const skin = skinRows(slots, width)
  const face = f32x4.splat(white)
  const shares = skin.share.row
  const gains = skin.gain.row
  const powers = skin.power.row
  for (let row = 0; row < rows; row++) {
    readSkin(skin, top + row, width, height)
    const from = at4(source, row * width)
    const into = at4(target, row * width)
    // Past the end of a row this writes into the next one, which is still to come.
    for (let at: usize = 0; at < (width as usize) << 2; at += 16) {
      const own = v128.load(from + at)
      const share = v128.load(shares + at)
      const isSkin = f32x4.ge(share, f32x4.splat(LEAST))
      if (!v128.any_true(isSkin)) {
        v128.store(into + at, own)
        continue
      }
      const log = logarithms(f32x4.max(f32x4.splat(darkest), own))
      const more = f32x4.mul(share, gained(log, v128.load(gains + at), v128.load(powers + at)))
      const light = exponentials(f32x4.add(log, more))
      const bent = f32x4.mul(f32x4.sub(shone(light, face), light), share)
      const lit = f32x4.min(f32x4.splat(1), f32x4.add(light, bent))
      v128.store(into + at, v128.bitselect(lit, own, isSkin))
    }
  }
}

/** Four values of a table by whole numbers. */
// @ts-ignore: decorator
@inline
function looked(table: usize, at: v128): v128 {
  let values = v128.load32_zero(at4(table, i32x4.extract_lane(at, 0)))
  values = v128.load32_lane(at4(table, i32x4.extract_lane(at, 1)), values, 1)
  values = v128.load32_lane(at4(table, i32x4.extract_lane(at, 2)), values, 2)
  return v128.load32_lane(at4(table, i32x4.extract_lane(at, 3)), values, 3)
}

/** A channel of four pixels, 0..255. */
// @ts-ignore: decorator
@inline
function channel(pixels: v128, shift: i32): v128 {
  return f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255)))
}

/** Writes a channel of four pixels. */
// @ts-ignore: decorator
@inline
function storeBytes(into: usize, value: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(value))
  const half = i16x8.narrow_i32x4_s(whole, whole)
  v128.store32_lane(into, i8x16.narrow_i16x8_u(half, half), 0)
}

/**
 * Rows of colours that are lifted by their luma, and where skin is brought to the light of all, in part.
 * @param lifts by luma in bytes: what a colour is multiplied by, and then the logarithms of that
 * @param part of what skin is brought to the light of all by, 0..1
 * @param darkest as of `litSkin`
 * @param slots as of `litSkin`, or 0 where there is no skin
 */
export function liftColours(
  pixels: usize, red: usize, green: usize, blue: usize, width: i32, rows: i32, top: i32,
  height: i32, lifts: usize, part: f32, darkest: f32, slots: usize,
): void {
  let skin: SkinRows | null = null
  if (slots != 0) skin = skinRows(slots, width)
  const one = f32x4.splat(1)
  const white = f32x4.splat(255)
  for (let row = 0; row < rows; row++) {
    if (skin != null) readSkin(skin, top + row, width, height)
    // Past the end of a row this writes into the next one, which is still to come.
    for (let x = 0; x < width; x += 4) {
      const i = row * width + x
      const four = v128.load(at4(pixels, i))
      const r = channel(four, 0)
      const g = channel(four, 8)
      const b = channel(four, 16)
      const ofRed = f32x4.mul(r, f32x4.splat(0.299))
      const ofGreen = f32x4.mul(g, f32x4.splat(0.587))
      const luma = f32x4.add(f32x4.add(ofRed, ofGreen), f32x4.mul(b, f32x4.splat(0.114)))
      const level = i32x4.trunc_sat_f32x4_s(f32x4.add(luma, f32x4.splat(0.5)))
      let factor = looked(lifts, level)
      if (skin != null) {
        const share = v128.load(at4(skin.share.row, x))
        const isSkin = f32x4.gt(share, f32x4.splat(LEAST))
        if (v128.any_true(isSkin)) {
          const light = f32x4.max(f32x4.splat(darkest), f32x4.div(luma, white))
          const gain = v128.load(at4(skin.gain.row, x))
          const power = v128.load(at4(skin.power.row, x))
          const lit = f32x4.mul(f32x4.splat(part), gained(logarithms(light), gain, power))
          const rest = f32x4.mul(f32x4.sub(one, share), looked(lifts + LIFTS, level))
          const brought = exponentials(f32x4.add(f32x4.mul(share, lit), rest))
          factor = v128.bitselect(brought, factor, isSkin)
        }
      }
      const high = f32x4.max(one, f32x4.max(r, f32x4.max(g, b)))
      const most = f32x4.min(factor, f32x4.div(white, high))
      storeBytes(red + (i as usize), f32x4.mul(r, most))
      storeBytes(green + (i as usize), f32x4.mul(g, most))
      storeBytes(blue + (i as usize), f32x4.mul(b, most))
    }
  }
}
