import { bytesOf, held, valuesOf } from './around'
import { at4 } from './indices'
import { lightOf, plus, valueOf } from './srgb'

/** Where the depth stands in a plan, behind the air's red, green and blue. */
const START: usize = 12
const STEP_X: usize = 16
const STEP_Y: usize = 20
const BEND_Y: usize = 24

/** Optical depth that is taken for no more: light through it is noise. */
const DEPTH_MOST: f32 = 1.6
const MIDDLE: f32 = 0.8
const EXP_MIDDLE: f32 = 2.2255409

/** The exponential of 0 to DEPTH_MOST: Taylor's series about the middle, within 0.00001. */
// @ts-ignore: decorator
@inline
function exponentialOf(depth: v128): v128 {
  const x = f32x4.sub(depth, f32x4.splat(MIDDLE))
  let sum = plus(f32x4.splat(1 / 5040.0), x, 1 / 720.0)
  sum = plus(sum, x, 1 / 120.0)
  sum = plus(sum, x, 1 / 24.0)
  sum = plus(sum, x, 1 / 6.0)
  sum = plus(sum, x, 0.5)
  sum = plus(sum, x, 1)
  sum = plus(sum, x, 1)
  return f32x4.mul(sum, f32x4.splat(EXP_MIDDLE))
}

// @ts-ignore: decorator
@inline
function cleared(pixels: v128, shift: i32, air: v128, gain: v128): v128 {
  const light = lightOf(valuesOf(pixels, shift))
  const seen = f32x4.add(air, f32x4.mul(gain, f32x4.sub(light, air)))
  // What is lighter than the air is no haze: white would take the air's opposite colour.
  return i32x4.shl(bytesOf(valueOf(held(f32x4.pmin(light, seen)))), shift)
}

/** Takes a veil off a picture in place (Koschmieder 1924): its depth is a plane that bends downwards; alpha stays. */
export function unveil(pixels: usize, width: i32, height: i32, plan: usize): void {
  const airRed = v128.load32_splat(plan)
  const airGreen = v128.load32_splat(plan, 4)
  const airBlue = v128.load32_splat(plan, 8)
  const stepX = v128.load32_splat(plan, STEP_X)
  for (let row = 0; row < height; row++) {
    const y = row as f32
    const down = (load<f32>(plan, STEP_Y) + load<f32>(plan, BEND_Y) * y) * y
    const first = f32x4.splat(load<f32>(plan, START) + down)
    for (let column = 0; column < width; column += 4) {
      const columns = i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3))
      const plane = f32x4.add(first, f32x4.mul(stepX, f32x4.convert_i32x4_s(columns)))
      const depth = f32x4.pmin(f32x4.splat(DEPTH_MOST), f32x4.pmax(f32x4.splat(0), plane))
      const gain = exponentialOf(depth)
      const at = at4(pixels, row * width + column)
      const before = v128.load(at)
      const redGreen = v128.or(cleared(before, 0, airRed, gain), cleared(before, 8, airGreen, gain))
      const made = v128.or(redGreen, cleared(before, 16, airBlue, gain))
      // Neither alpha nor what follows the end of the row.
      const inside = i32x4.lt_s(columns, i32x4.splat(width))
      v128.store(at, v128.bitselect(made, before, v128.and(inside, i32x4.splat(0xffffff))))
    }
  }
}
