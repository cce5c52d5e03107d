import { bytesOf, held, valuesOf } from './around'
import { at16, at4 } from './indices'
import { reserve } from './memory'
import { mixed } from './shares'
import { lightOf, valueOf } from './srgb'

/** Where the nodes lie: starts and steps along x and y. */
const STEP_X: usize = 8
const START_Y: usize = 16
const STEP_Y: usize = 24

/** One row of gains, a quad for each node, between two rows of nodes. */
function gainsOf(gains: usize, across: i32, down: i32, y: f64, into: usize): void {
  const row = max(0, min(down - 2, Math.floor(y) as i32))
  const share = f32x4.splat((y - (row as f64)) as f32)
  const stride = (across as usize) * 12
  let from = gains + (row as usize) * stride
  for (let i = 0; i < across; i++) {
    v128.store(at16(into, i), mixed(v128.load(from), v128.load(from + stride), share))
    from += 12
  }
}

/** The gain at one column: red, green and blue. */
// @ts-ignore: decorator
@inline
function gainAt(nodes: usize, lefts: usize, shares: usize, column: i32): v128 {
  const node = at16(nodes, load<i32>(at4(lefts, column)))
  return mixed(v128.load(node), v128.load(node, 16), v128.load32_splat(at4(shares, column)))
}

// @ts-ignore: decorator
@inline
function lit(pixels: v128, shift: i32, gain: v128): v128 {
  const light = f32x4.mul(lightOf(valuesOf(pixels, shift)), gain)
  return i32x4.shl(bytesOf(valueOf(held(light))), shift)
}

/** Multiplies the light of a picture in place by gains at nodes, straight between them; alpha stays. */
export function evenLight(
  pixels: usize, width: i32, height: i32, gains: usize, across: i32, down: i32, places: usize,
): void {
  const nodes = reserve((across as usize) << 4)
  const lefts = reserve((width as usize) << 2)
  const shares = reserve((width as usize) << 2)
  for (let column = 0; column < width; column++) {
    const x = load<f64>(places) + load<f64>(places, STEP_X) * (column as f64)
    const left = max(0, min(across - 2, Math.floor(x) as i32))
    store<i32>(at4(lefts, column), left)
    store<f32>(at4(shares, column), (x - (left as f64)) as f32)
  }
  for (let row = 0; row < height; row++) {
    const y = load<f64>(places, START_Y) + load<f64>(places, STEP_Y) * (row as f64)
    gainsOf(gains, across, down, y, nodes)
    for (let column = 0; column < width; column += 4) {
      const a = gainAt(nodes, lefts, shares, column)
      const b = gainAt(nodes, lefts, shares, column + 1)
      const c = gainAt(nodes, lefts, shares, column + 2)
      const d = gainAt(nodes, lefts, shares, column + 3)
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
      const blues = v128.shuffle<f32>(
        v128.shuffle<f32>(a, b, 2, 6, 2, 6), v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5,
      )
      const at = at4(pixels, row * width + column)
      const before = v128.load(at)
      const red = lit(before, 0, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5))
      const green = lit(before, 8, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7))
      const made = v128.or(v128.or(red, green), lit(before, 16, blues))
      // Neither alpha nor what follows the end of the row.
      const columns = i32x4.add(i32x4.splat(column), i32x4(0, 1, 2, 3))
      const open = i32x4.lt_s(columns, i32x4.splat(width))
      const written = v128.and(open, i32x4.splat(0xffffff))
      v128.store(at, v128.bitselect(made, before, written))
    }
  }
}
