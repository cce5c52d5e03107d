import {
  aroundOf, between, bytesOf, held, lumaOf, placed, shareOfLower, stretchRows, valuesOf,
} from './around'
import { at4 } from './indices'
import { reserve } from './memory'
import { lane } from './quads'
import { mixed } from './shares'

/** Colours along one edge of the cube, and texels along one side of the grain. */
const SIDE = 33
const GRAIN_SIDE = 256
const GREEN_BYTES = SIDE * 16
const RED_BYTES = SIDE * SIDE * 16

/** Where the settings stand: starts and steps along x and y, then strengths. */
const FRAME: usize = 16
const GRAIN: usize = 32
const CLARITY: usize = 48
const SHADOWS: usize = 52
const HIGHLIGHTS: usize = 56
const VIGNETTE: usize = 60
const GRAIN_BY: usize = 64

/** The places of four pixels side by side. */
// @ts-ignore: decorator
@inline
function placedFour(plan: usize, at: usize, column: i32): v128 {
  const steps = f32x4(0, 1, 2, 3)
  const columns = f32x4.add(f32x4.splat(column as f32), steps)
  const start = v128.load32_splat(plan + at)
  return f32x4.add(start, f32x4.mul(v128.load32_splat(plan + at, 4), columns))
}

/**
 * By how much four pixels are to be multiplied for clarity, shadows and highlights.
 * @param top their largest channel: bent by it, none clips, so that colours keep their hue
 */
// @ts-ignore: decorator
@inline
function localGains(y: v128, top: v128, around: v128, plan: usize): v128 {
  const one = f32x4.splat(1)
  const dark = f32x4.sub(one, around)
  const detail = f32x4.sub(y, around)
  const middle = f32x4.mul(f32x4.splat(4), f32x4.mul(around, dark))
  const raised = f32x4.mul(v128.load32_splat(plan + CLARITY), f32x4.mul(middle, detail))
  const soft = f32x4.add(one, f32x4.mul(f32x4.splat(2.5), f32x4.abs(detail)))
  const lifted = f32x4.pmax(f32x4.splat(0), f32x4.add(y, f32x4.div(raised, soft)))
  const inDark = f32x4.mul(f32x4.mul(dark, dark), f32x4.add(one, f32x4.add(around, around)))
  const shadow = f32x4.mul(dark, inDark)
  const light = f32x4.mul(around, f32x4.sub(one, inDark))
  const gain = f32x4.mul(
    f32x4.add(one, f32x4.mul(shadow, v128.load32_splat(plan + SHADOWS))),
    f32x4.add(one, f32x4.mul(light, v128.load32_splat(plan + HIGHLIGHTS))),
  )
  const lift = f32x4.div(lifted, f32x4.pmax(y, f32x4.splat(0.004)))
  const bend = f32x4.add(
    one, f32x4.mul(f32x4.sub(gain, one), f32x4.pmin(one, f32x4.mul(lift, top))),
  )
  const most = f32x4.pmin(f32x4.splat(4), f32x4.div(one, f32x4.pmax(top, f32x4.splat(0.004))))
  return f32x4.pmin(most, f32x4.div(f32x4.mul(gain, lift), bend))
}

/** Of one pixel of four: its corners of the cube, weighted. */
// @ts-ignore: decorator
@inline
function weighted(
  from: usize, first: usize, second: usize, w0: v128, w1: v128, w2: v128, w3: v128,
): v128 {
  const whole: usize = RED_BYTES + GREEN_BYTES + 16
  return f32x4.add(
    f32x4.add(f32x4.mul(w0, v128.load(from)), f32x4.mul(w1, v128.load(from + first))),
    f32x4.add(f32x4.mul(w2, v128.load(from + second)), f32x4.mul(w3, v128.load(from + whole))),
  )
}

/** Two of the grain's rows mixed, its first value once more at the end. */
function grainRow(texels: usize, y: f32, into: usize): void {
  const row = floor<f32>(y)
  const share = f32x4.splat(y - row)
  const above = at4(texels, ((row as i32) & (GRAIN_SIDE - 1)) * GRAIN_SIDE)
  const below = at4(texels, (((row as i32) + 1) & (GRAIN_SIDE - 1)) * GRAIN_SIDE)
  for (let i = 0; i < GRAIN_SIDE; i += 4) {
    v128.store(at4(into, i), mixed(v128.load(at4(above, i)), v128.load(at4(below, i)), share))
  }
  store<f32>(at4(into, GRAIN_SIDE), load<f32>(into))
}

// @ts-ignore: decorator
@inline
function grains(row: usize, x: v128): v128 {
  const low = f32x4.floor(x)
  const at = v128.and(i32x4.trunc_sat_f32x4_s(low), i32x4.splat(GRAIN_SIDE - 1))
  return between(row, at, f32x4.sub(x, low))
}

/** What is left of values so far from the frame's middle; all of them a third of the way. */
// @ts-ignore: decorator
@inline
function vignetted(x: v128, yy: v128, strength: v128): v128 {
  const round = f32x4.mul(f32x4.splat(0.5), f32x4.add(f32x4.mul(x, x), yy))
  const far = held(
    f32x4.mul(f32x4.sub(round, f32x4.splat(0.12)), f32x4.splat(1 / 0.88)),
  )
  const fall = f32x4.mul(
    f32x4.mul(far, far), f32x4.sub(f32x4.splat(3), f32x4.add(far, far)),
  )
  return f32x4.sub(f32x4.splat(1), f32x4.mul(strength, fall))
}

/**
 * A photo's adjustments in one pass and in place: clarity, shadows and highlights by how light it
 * is around the pixel, the cube of colours by tetrahedra, vignette and grain. Alpha stays.
 */
export function adjust(
  pixels: usize, width: i32, height: i32, cube: usize, followPlane: usize, levelPlane: usize,
  aroundW: i32, aroundH: i32, texels: usize, plan: usize,
): void {
  const rowBytes = (width as usize) * 4 + 16
  const around = reserve(rowBytes * 4)
  const noise = reserve(GRAIN_SIDE * 4 + 16)
  const vignette = v128.load32_splat(plan + VIGNETTE)
  const grain = v128.load32_splat(plan + GRAIN_BY)
  const hasVignette = load<f32>(plan + VIGNETTE) != 0
  const hasGrain = load<f32>(plan + GRAIN_BY) != 0
  const local = aroundW > 0
  let upper = i32.MIN_VALUE
  for (let row = 0; row < height; row++) {
    let share = f32x4.splat(0)
    if (local) {
      share = shareOfLower(plan, row)
      upper = stretchRows(
        followPlane, levelPlane, aroundW, aroundH, plan, row, width, around, rowBytes, upper,
      )
    }
    const frameY = placed(plan, FRAME + 8, row)
    const frameYY = f32x4.splat(frameY * frameY)
    if (hasGrain) grainRow(texels, placed(plan, GRAIN + 8, row), noise)
    for (let column = 0; column < width; column += 4) {
      const at = at4(pixels, row * width + column)
      const before = v128.load(at)
      let red = valuesOf(before, 0)
      let green = valuesOf(before, 8)
      let blue = valuesOf(before, 16)
      if (local) {
        const y = lumaOf(red, green, blue)
        const top = f32x4.pmax(red, f32x4.pmax(green, blue))
        const gains = localGains(y, top, aroundOf(y, around, rowBytes, column, share), plan)
        red = f32x4.mul(red, gains)
        green = f32x4.mul(green, gains)
        blue = f32x4.mul(blue, gains)
      }
      // The cell of the cube, and the tetrahedron: from its corner along the largest part first.
      const steps = f32x4.splat((SIDE - 1) as f32)
      red = f32x4.mul(red, steps)
      green = f32x4.mul(green, steps)
      blue = f32x4.mul(blue, steps)
      const most = i32x4.splat(SIDE - 2)
      const cellR = i32x4.min_s(i32x4.trunc_sat_f32x4_s(red), most)
      const cellG = i32x4.min_s(i32x4.trunc_sat_f32x4_s(green), most)
      const cellB = i32x4.min_s(i32x4.trunc_sat_f32x4_s(blue), most)
      const r = f32x4.sub(red, f32x4.convert_i32x4_s(cellR))
      const g = f32x4.sub(green, f32x4.convert_i32x4_s(cellG))
      const b = f32x4.sub(blue, f32x4.convert_i32x4_s(cellB))
      const side = i32x4.splat(SIDE)
      const index = i32x4.add(
        i32x4.mul(i32x4.add(i32x4.mul(cellR, side), cellG), side), cellB,
      )
      const from = i32x4.add(i32x4.splat(cube as i32), i32x4.shl(index, 4))
      const high = f32x4.pmax(r, f32x4.pmax(g, b))
      const low = f32x4.pmin(r, f32x4.pmin(g, b))
      const mid = f32x4.pmax(f32x4.pmin(r, g), f32x4.pmin(f32x4.pmax(r, g), b))
      const alongR = i32x4.splat(RED_BYTES)
      const alongG = i32x4.splat(GREEN_BYTES)
      const alongB = i32x4.splat(16)
      const first = v128.bitselect(
        alongR, v128.bitselect(alongG, alongB, f32x4.eq(g, high)), f32x4.eq(r, high),
      )
      const last = v128.bitselect(
        alongB, v128.bitselect(alongG, alongR, f32x4.eq(g, low)), f32x4.eq(b, low),
      )
      const second = i32x4.sub(i32x4.splat(RED_BYTES + GREEN_BYTES + 16), last)
      const w0 = f32x4.sub(f32x4.splat(1), high)
      const w1 = f32x4.sub(high, mid)
      const w2 = f32x4.sub(mid, low)
      const p0 = weighted(
        i32x4.extract_lane(from, 0), i32x4.extract_lane(first, 0), i32x4.extract_lane(second, 0),
        lane(w0, 0), lane(w1, 0), lane(w2, 0), lane(low, 0),
      )
      const p1 = weighted(
        i32x4.extract_lane(from, 1), i32x4.extract_lane(first, 1), i32x4.extract_lane(second, 1),
        lane(w0, 1), lane(w1, 1), lane(w2, 1), lane(low, 1),
      )
      const p2 = weighted(
        i32x4.extract_lane(from, 2), i32x4.extract_lane(first, 2), i32x4.extract_lane(second, 2),
        lane(w0, 2), lane(w1, 2), lane(w2, 2), lane(low, 2),
      )
      const p3 = weighted(
        i32x4.extract_lane(from, 3), i32x4.extract_lane(first, 3), i32x4.extract_lane(second, 3),
        lane(w0, 3), lane(w1, 3), lane(w2, 3), lane(low, 3),
      )
      const rg01 = v128.shuffle<f32>(p0, p1, 0, 4, 1, 5)
      const rg23 = v128.shuffle<f32>(p2, p3, 0, 4, 1, 5)
      red = v128.shuffle<f32>(rg01, rg23, 0, 1, 4, 5)
      green = v128.shuffle<f32>(rg01, rg23, 2, 3, 6, 7)
      blue = v128.shuffle<f32>(
        v128.shuffle<f32>(p0, p1, 2, 6, 2, 6), v128.shuffle<f32>(p2, p3, 2, 6, 2, 6), 0, 1, 4, 5,
      )
      if (hasVignette) {
        const left = vignetted(placedFour(plan, FRAME, column), frameYY, vignette)
        red = f32x4.mul(red, left)
        green = f32x4.mul(green, left)
        blue = f32x4.mul(blue, left)
      }
      if (hasGrain) {
        const y = lumaOf(red, green, blue)
        const tones = f32x4.add(f32x4.splat(0.25), f32x4.mul(f32x4.splat(3), y))
        const strength = f32x4.mul(grain, f32x4.mul(f32x4.sub(f32x4.splat(1), y), tones))
        const add = f32x4.mul(strength, grains(noise, placedFour(plan, GRAIN, column)))
        red = f32x4.add(red, add)
        green = f32x4.add(green, add)
        blue = f32x4.add(blue, add)
      }
      const made = v128.or(
        bytesOf(red), v128.or(i32x4.shl(bytesOf(green), 8), i32x4.shl(bytesOf(blue), 16)),
      )
      // Neither alpha, nor what is clear, nor what follows the end of the row.
      const columns = i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3))
      const clear = i32x4.eq(i32x4.shr_u(before, 24), i32x4.splat(0))
      const open = v128.andnot(i32x4.lt_s(columns, i32x4.splat(width)), clear)
      const written = v128.and(open, i32x4.splat(0xffffff))
      v128.store(at, v128.bitselect(made, before, written))
    }
  }
}
