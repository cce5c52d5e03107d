// Line integral convolution (Cabral & Leedom 1993), four pixels of a row at a time.
import {
  firsts, fourFrom, indicesFrom, onwards, pairTangents, reached, seconds, twoTangents,
} from './flow'
import { exponentials } from './exponentials'
import { at4 } from './indices'

/** Four values of a plane, by their indices. */
// @ts-ignore: decorator
@inline
function gather(plane: usize, at: v128): v128 {
  let values = v128.load32_zero(at4(plane, i32x4.extract_lane(at, 0)))
  values = v128.load32_lane(at4(plane, i32x4.extract_lane(at, 1)), values, 1)
  values = v128.load32_lane(at4(plane, i32x4.extract_lane(at, 2)), values, 2)
  return v128.load32_lane(at4(plane, i32x4.extract_lane(at, 3)), values, 3)
}

/**
 * Means of what is met one way from four pixels of a row, of which some may lead out of the picture.
 */
// @ts-ignore: decorator
@inline
function meanAhead(
  source: usize, tangents: usize, width: i32, height: i32, x: i32, y: i32, way: f32, steps: i32,
  stride: v128,
): v128 {
  const one = f32x4.splat(1)
  const from = indicesFrom(y * width + x)
  const lowX = f32x4.neg(fourFrom(x))
  const highX = f32x4.sub(f32x4.splat(width as f32), fourFrom(x))
  const lowY = f32x4.splat(-y as f32)
  const highY = f32x4.splat((height - y) as f32)
  let at = from
  // Ways from the pixels' corners: a strip rounds them as the whole picture does.
  let dx = f32x4.splat(0.5)
  let dy = f32x4.splat(0.5)
  let vx = f32x4.splat(0)
  let vy = f32x4.splat(0)
  let inside = i32x4.splat(-1)
  let sum = f32x4.splat(0)
  let met = f32x4.splat(0)
  for (let step = 0; step < steps; step++) {
    const value = gather(source, at)
    sum = f32x4.add(sum, v128.and(inside, value))
    met = f32x4.add(met, v128.and(inside, one))
    const next = twoTangents(tangents, at, false)
    const nextOthers = twoTangents(tangents, at, true)
    const tx = firsts(next, nextOthers)
    const ty = seconds(next, nextOthers)
    // The first tangents are turned by the way asked for, the others go on ahead of them.
    const ahead =
      step == 0 ? f32x4.splat(way) : f32x4.add(f32x4.mul(tx, vx), f32x4.mul(ty, vy))
    vx = onwards(tx, ahead)
    vy = onwards(ty, ahead)
    dx = f32x4.add(dx, f32x4.mul(vx, stride))
    dy = f32x4.add(dy, f32x4.mul(vy, stride))
    const across = v128.and(f32x4.ge(dx, lowX), f32x4.lt(dx, highX))
    const down = v128.and(f32x4.ge(dy, lowY), f32x4.lt(dy, highY))
    // Who has left the picture does not come back.
    inside = v128.and(inside, v128.and(across, down))
    if (!v128.any_true(inside)) break
    const place = i32x4.add(from, reached(f32x4.floor(dx), f32x4.floor(dy), width))
    at = v128.and(inside, place)
  }
  return f32x4.div(sum, met)
}

/**
 * The mean of what is met both ways from four pixels of a row from which no way leads out of the
 * picture. Both are walked at once: neither waits for what the other loads.
 */
// @ts-ignore: decorator
@inline
function meanFar(
  source: usize, tangents: usize, width: i32, x: i32, y: i32, steps: i32, stride: v128,
): v128 {
  const from = indicesFrom(y * width + x)
  // Ways from the pixels' corners: a strip rounds them as the whole picture does.
  const corner = f32x4.splat(0.5)
  const here = gather(source, from)
  const ab = twoTangents(tangents, from, false)
  const cd = twoTangents(tangents, from, true)
  // The first tangents are turned by the way asked for, the others go on ahead of them.
  let vx = firsts(ab, cd)
  let vy = seconds(ab, cd)
  let wx = f32x4.neg(vx)
  let wy = f32x4.neg(vy)
  let dx = corner
  let dy = corner
  let ex = corner
  let ey = corner
  let sum = here
  let other = here
  for (let step = 1; step < steps; step++) {
    dx = f32x4.add(dx, f32x4.mul(vx, stride))
    dy = f32x4.add(dy, f32x4.mul(vy, stride))
    ex = f32x4.add(ex, f32x4.mul(wx, stride))
    ey = f32x4.add(ey, f32x4.mul(wy, stride))
    const at = i32x4.add(from, reached(f32x4.floor(dx), f32x4.floor(dy), width))
    const to = i32x4.add(from, reached(f32x4.floor(ex), f32x4.floor(ey), width))
    sum = f32x4.add(sum, gather(source, at))
    other = f32x4.add(other, gather(source, to))
    const next = twoTangents(tangents, at, false)
    const nextOthers = twoTangents(tangents, at, true)
    const tx = firsts(next, nextOthers)
    const ty = seconds(next, nextOthers)
    const ahead = f32x4.add(f32x4.mul(tx, vx), f32x4.mul(ty, vy))
    vx = onwards(tx, ahead)
    vy = onwards(ty, ahead)
    const back = twoTangents(tangents, to, false)
    const backOthers = twoTangents(tangents, to, true)
    const ux = firsts(back, backOthers)
    const uy = seconds(back, backOthers)
    const behind = f32x4.add(f32x4.mul(ux, wx), f32x4.mul(uy, wy))
    wx = onwards(ux, behind)
    wy = onwards(uy, behind)
  }
  const count = f32x4.splat(steps as f32)
  return f32x4.mul(f32x4.add(f32x4.div(sum, count), f32x4.div(other, count)), corner)
}

/** Whether four pixels of a row, or any next to them, are more than `least`. */
// @ts-ignore: decorator
@inline
function isWanted(wanted: usize, width: i32, height: i32, x: i32, y: i32, least: v128): bool {
  const last = max(0, width - 4)
  const left = max(0, min(last, x - 1))
  const middle = min(last, x)
  const right = min(last, x + 1)
  let most = f32x4.splat(-Infinity)
  for (let row = max(0, y - 1); row <= min(height - 1, y + 1); row++) {
    const from = at4(wanted, row * width)
    most = f32x4.max(most, v128.load(at4(from, left)))
    most = f32x4.max(most, v128.load(at4(from, middle)))
    most = f32x4.max(most, v128.load(at4(from, right)))
  }
  return v128.any_true(f32x4.gt(most, least))
}

/** Normal spread about the middle of 0..1 to an even one: a logistic in place of the error function. */
// @ts-ignore: decorator
@inline
function evened(value: v128, slope: v128): v128 {
  const one = f32x4.splat(1)
  const past = f32x4.mul(f32x4.sub(f32x4.splat(0.5), value), slope)
  return f32x4.div(one, f32x4.add(one, exponentials(past)))
}

/**
 * The mean of what is met both ways along the flow, `steps` samples `stride` pixels apart.
 * @param wanted a plane, or 0: where neither a pixel nor any about it is more than `least`, 0 stands
 * @param slope how steeply means are spread evenly over 0..1, or 0: they stay as they are
 * @param top the first row that is worked out, of `rows`; in the others 0 stands
 */
export function lineIntegral(
  source: usize, tx: usize, ty: usize, target: usize, width: i32, height: i32,
  steps: i32, stride: f32, wanted: usize, least: f32, slope: f32,
  top: i32, rows: i32,
): void {
  const tangents = pairTangents(tx, ty, width * height)
  const far = f32x4.splat(stride)
  const half = f32x4.splat(0.5)
  const over = f32x4.splat(least)
  const steep = f32x4.splat(slope)
  // A way is no longer than its steps; four pixels lie three apart.
  const reach = i32(Math.ceil((steps as f64) * (stride as f64))) + 1
  for (let y = top; y < top + rows; y++) {
    const isFarDown = y >= reach && y + reach < height
    for (let x = 0; x < width; x += 4) {
      if (wanted != 0 && !isWanted(wanted, width, height, x, y, over)) {
        v128.store(at4(target, y * width + x), f32x4.splat(0))
        continue
      }
      let mean: v128
      if (isFarDown && x >= reach && x + 3 + reach < width) {
        mean = meanFar(source, tangents, width, x, y, steps, far)
      } else {
        const one = meanAhead(source, tangents, width, height, x, y, 1, steps, far)
        const other = meanAhead(source, tangents, width, height, x, y, -1, steps, far)
        mean = f32x4.mul(f32x4.add(one, other), half)
      }
      // Past the end of a row this writes into the next one, which is still to come.
      v128.store(at4(target, y * width + x), slope == 0 ? mean : evened(mean, steep))
    }
  }
  const after = (top + rows) * width
  memory.fill(target, 0, at4(0, top * width))
  memory.fill(at4(target, after), 0, at4(0, width * height - after))
}

/** Two of four shares as whole numbers 0..255, the middle between two to the even one. */
// @ts-ignore: decorator
@inline
function wholes(two: v128): v128 {
  const values = f64x2.nearest(f64x2.mul(f64x2.promote_low_f32x4(two), f64x2.splat(255)))
  return i32x4.trunc_sat_f64x2_s_zero(values)
}

/** Shares as bytes, rounded as script does. */
export function bytesOfShares(shares: usize, into: usize, count: i32): void {
  for (let i = 0; i < count; i += 4) {
    const four = v128.load(at4(shares, i))
    const others = v128.shuffle<f64>(four, four, 1, 1)
    const whole = v128.shuffle<f64>(wholes(four), wholes(others), 0, 2)
    const half = i16x8.narrow_i32x4_s(whole, whole)
    v128.store32_lane(into + (i as usize), i8x16.narrow_i16x8_u(half, half), 0)
  }
}
