import { aroundOf, between, bytesOf, held, lumaOf, shareOfLower, stretchRows } from './around'
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { mixed } from './shares'

const LEVELS = 256
/** Bytes of one channel's table. */
const TABLE_BYTES: usize = 4096
/** Where the settings stand, behind the places. */
const NOISE: usize = 16
const MOST: usize = 20
const CLARITY: usize = 24
const VIBRANCE: usize = 28
const SKIN_KEPT: usize = 32

/** Luma from which light that reaches beyond white is bent under it. */
const SHOULDER: f32 = 0.8
const LUMA_LEAST: f32 = 0.004
const RATIO_MOST: f32 = 4
/** What a colour of skin's hue has of green between its blue and its red, how far that reaches, and fades. */
const SKIN_HUE: f32 = 0.4
const SKIN_REACH: f32 = 0.2
/** Brings the greatest of x (1 - x)^2 to 1: what is a third full gains most, greys and the fullest nothing. */
const PEAK: f32 = 6.75
/** So far from white colours become no fuller than they have room for. */
const NEAR_WHITE: f32 = 0.2
/** Luma of which half of what is lifted keeps its colour: the nearer to black, the more of it is share. */
const COLOUR_FROM: f32 = 0.06

/** The three tables as quads, in parts of 1. */
function quadsOf(tables: usize): usize {
  const quads = reserve(3 * TABLE_BYTES)
  for (let i = 0; i < 3 * LEVELS; i++) {
    const from = at4(tables, i * 3)
    const triple = f32x4.replace_lane(v128.load64_zero(from), 2, load<f32>(from, 8))
    v128.store(at16(quads, i), f32x4.mul(triple, f32x4.splat(1 / 255.0)))
  }
  return quads
}

// @ts-ignore: decorator
@inline
function sumOf(quads: usize, at: usize): v128 {
  const red = v128.load(at16(quads, load<u8>(at)))
  const green = v128.load(at16(quads, load<u8>(at, 1)), TABLE_BYTES)
  const blue = v128.load(at16(quads, load<u8>(at, 2)), 2 * TABLE_BYTES)
  return f32x4.add(f32x4.add(red, green), blue)
}

/** Values of a table of 257 at four places of 0..1. */
// @ts-ignore: decorator
@inline
function lookedUp(table: usize, places: v128): v128 {
  const exact = f32x4.mul(places, f32x4.splat(LEVELS as f32))
  const at = i32x4.min_s(i32x4.trunc_sat_f32x4_s(exact), i32x4.splat(LEVELS - 1))
  return between(table, at, f32x4.sub(exact, f32x4.convert_i32x4_s(at)))
}

/** By how much four pixels are to be multiplied: the light around them, less of what is noise. */
// @ts-ignore: decorator
@inline
function ratiosOf(
  luma: v128, most: v128, around: v128, gains: usize, noise: v128, clarity: v128,
): v128 {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const gain = lookedUp(gains, around)
  const detail = f32x4.sub(luma, around)
  const power = f32x4.add(f32x4.mul(detail, detail), f32x4.splat(1e-9))
  const lifted = f32x4.mul(noise, f32x4.pmax(zero, f32x4.sub(gain, one)))
  // Of the detail a share of power / (power + lifted ** 2) is kept; all over one fraction.
  const whole = f32x4.add(power, f32x4.mul(lifted, lifted))
  // In the middle tones; steep edges are clear already, and would have rims.
  const middle = f32x4.mul(f32x4.mul(f32x4.splat(4), around), f32x4.sub(one, around))
  const fine = f32x4.pmax(zero, f32x4.sub(one, f32x4.mul(f32x4.splat(2), f32x4.abs(detail))))
  const raised = f32x4.add(one, f32x4.mul(clarity, f32x4.mul(middle, fine)))
  const clean = f32x4.add(
    f32x4.mul(around, whole), f32x4.mul(f32x4.mul(detail, raised), power),
  )
  const ratio = f32x4.div(
    f32x4.mul(gain, f32x4.pmax(zero, clean)),
    f32x4.mul(whole, f32x4.pmax(luma, f32x4.splat(LUMA_LEAST))),
  )
  const capped = f32x4.pmin(f32x4.splat(RATIO_MOST), ratio)
  // A channel that is full stays full, and none becomes so by being lifted.
  const over = f32x4.pmax(zero, f32x4.sub(capped, one))
  return f32x4.div(capped, f32x4.add(one, f32x4.mul(over, held(most))))
}

/** How much of a ratio gives light without colour: near black colour is noise, and lifted a fog. */
// @ts-ignore: decorator
@inline
function greyShareOf(luma: v128, ratio: v128): v128 {
  const over = f32x4.pmax(f32x4.splat(0), f32x4.sub(ratio, f32x4.splat(1)))
  const near = f32x4.splat(COLOUR_FROM * COLOUR_FROM)
  return f32x4.div(f32x4.mul(over, near), f32x4.add(f32x4.mul(luma, luma), near))
}

/** Brings luma up to `most` under 1 from the shoulder on (Reinhard et al. 2002), as a factor. */
// @ts-ignore: decorator
@inline
function bentBy(luma: v128, most: f32): v128 {
  const one = f32x4.splat(1)
  const shoulder = f32x4.splat(SHOULDER)
  const far = (most - SHOULDER) / (1 - SHOULDER)
  const u = f32x4.mul(
    f32x4.pmax(f32x4.splat(0), f32x4.sub(luma, shoulder)), f32x4.splat(1 / (1 - SHOULDER)),
  )
  const bent = f32x4.div(
    f32x4.mul(u, f32x4.add(one, f32x4.mul(u, f32x4.splat(1 / (far * far))))), f32x4.add(one, u),
  )
  const made = f32x4.add(shoulder, f32x4.mul(bent, f32x4.splat(1 - SHOULDER)))
  const factor = f32x4.div(made, f32x4.pmax(luma, shoulder))
  return v128.bitselect(factor, one, f32x4.gt(luma, shoulder))
}

/**
 * How much more chroma four colours are given: what is gaudy or nearly grey hardly any, and skin less.
 * No channel falls below black by it, and white stays white.
 */
// @ts-ignore: decorator
@inline
function livenedBy(red: v128, green: v128, blue: v128, most: v128, plan: usize): v128 {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const range = f32x4.sub(most, f32x4.pmin(red, f32x4.pmin(green, blue)))
  const full = f32x4.div(range, f32x4.pmax(most, f32x4.splat(LUMA_LEAST)))
  const pale = f32x4.sub(one, full)
  const share = f32x4.mul(f32x4.mul(f32x4.splat(PEAK), full), f32x4.mul(pale, pale))
  const hue = f32x4.div(f32x4.sub(green, blue), f32x4.pmax(range, f32x4.splat(LUMA_LEAST)))
  const off = f32x4.abs(f32x4.sub(hue, f32x4.splat(SKIN_HUE)))
  const near = held(f32x4.sub(f32x4.splat(2), f32x4.mul(off, f32x4.splat(1 / SKIN_REACH))))
  const skin = v128.bitselect(near, zero, f32x4.ge(red, green))
  const kept = f32x4.sub(one, f32x4.mul(v128.load32_splat(plan + SKIN_KEPT), skin))
  const room = held(f32x4.mul(f32x4.sub(one, most), f32x4.splat(1 / NEAR_WHITE)))
  const given = f32x4.mul(f32x4.mul(v128.load32_splat(plan + VIBRANCE), kept), room)
  return f32x4.mul(given, share)
}

/**
 * Tables of colours, then the light around each place given anew, in one pass and in place. What
 * would reach beyond white is bent under it, a colour beyond its fullest comes nearer to grey. Alpha
 * stays.
 */
export function relight(
  pixels: usize, width: i32, height: i32, tables: usize, follow: usize, level: usize,
  aroundW: i32, aroundH: i32, gains: usize, plan: usize,
): void {
  const rowBytes = (width as usize) * 4 + 16
  const rows = reserve(rowBytes * 4)
  const quads = quadsOf(tables)
  const noise = v128.load32_splat(plan + NOISE)
  const clarity = v128.load32_splat(plan + CLARITY)
  const isLivened = load<f32>(plan + VIBRANCE) > 0
  const farthest = load<f32>(plan + MOST)
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  let upper = i32.MIN_VALUE
  for (let row = 0; row < height; row++) {
    const share = shareOfLower(plan, row)
    upper = stretchRows(follow, level, aroundW, aroundH, plan, row, width, rows, rowBytes, upper)
    for (let column = 0; column < width; column += 4) {
      const at = at4(pixels, row * width + column)
      const before = v128.load(at)
      const a = sumOf(quads, at)
      const b = sumOf(quads, at + 4)
      const c = sumOf(quads, at + 8)
      const d = sumOf(quads, at + 12)
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
      let red = f32x4.pmax(zero, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5))
      let green = f32x4.pmax(zero, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7))
      let blue = f32x4.pmax(zero, v128.shuffle<f32>(
        v128.shuffle<f32>(a, b, 2, 6, 2, 6), v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5,
      ))
      const luma = f32x4.pmin(one, lumaOf(red, green, blue))
      const around = aroundOf(luma, rows, rowBytes, column, share)
      let most = f32x4.pmax(red, f32x4.pmax(green, blue))
      let ratio = ratiosOf(luma, most, around, gains, noise, clarity)
      const unlit = lumaOf(red, green, blue)
      let light = f32x4.mul(unlit, ratio)
      if (farthest > 1 && v128.any_true(f32x4.gt(light, f32x4.splat(SHOULDER)))) {
        const bent = bentBy(light, farthest)
        ratio = f32x4.mul(ratio, bent)
        light = f32x4.mul(light, bent)
      }
      const grey = v128.any_true(f32x4.gt(ratio, one)) ? greyShareOf(unlit, ratio) : zero
      const grown = f32x4.sub(ratio, grey)
      const added = f32x4.mul(unlit, grey)
      most = f32x4.add(f32x4.mul(most, grown), added)
      red = f32x4.add(f32x4.mul(red, grown), added)
      green = f32x4.add(f32x4.mul(green, grown), added)
      blue = f32x4.add(f32x4.mul(blue, grown), added)
      if (isLivened) {
        const by = f32x4.add(one, livenedBy(red, green, blue, most, plan))
        red = mixed(light, red, by)
        green = mixed(light, green, by)
        blue = mixed(light, blue, by)
        most = mixed(light, most, by)
      }
      const isOver = f32x4.gt(most, one)
      if (v128.any_true(isOver)) {
        // How much colour there is room for under white.
        const room = f32x4.div(
          f32x4.sub(one, light), f32x4.pmax(f32x4.splat(1e-6), f32x4.sub(most, light)),
        )
        const colour = held(v128.bitselect(room, one, isOver))
        red = mixed(light, red, colour)
        green = mixed(light, green, colour)
        blue = mixed(light, blue, colour)
      }
      const made = v128.or(
        bytesOf(red), v128.or(i32x4.shl(bytesOf(green), 8), i32x4.shl(bytesOf(blue), 16)),
      )
      // Neither alpha nor what follows the end of the row.
      const columns = i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3))
      const inside = i32x4.lt_s(columns, i32x4.splat(width))
      v128.store(at, v128.bitselect(made, before, v128.and(inside, i32x4.splat(0xffffff))))
    }
  }
}
