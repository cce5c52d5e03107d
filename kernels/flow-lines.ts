// Lines by flow-based difference of Gaussians (Kang et al. 2007), four pixels of a row at a time.
import {
  firsts, fourFrom, indicesFrom, onwards, pairTangents, reached, seconds, twoTangents,
} from './flow'
import { isInside, sample, sampleInside, within } from './four-samples'
import { at4 } from './indices'
import { reserve } from './memory'
import { SQUARE, squaresNear } from './near-squares'

/** Difference of two Gaussians as one kernel from the middle outwards: inner minus tau times outer. */
function acrossTaps(sigma: f32, tau: f32, half: i32): usize {
  const table = reserve((half + 1) << 2)
  const inner = sigma as f64
  const outer = inner * 1.6
  let innerSum: f64 = 0
  let outerSum: f64 = 0
  for (let k = -half; k <= half; k++) {
    innerSum += Math.exp((-k * k) as f64 / (2 * inner * inner))
    outerSum += Math.exp((-k * k) as f64 / (2 * outer * outer))
  }
  for (let k = 0; k <= half; k++) {
    const near = Math.exp((-k * k) as f64 / (2 * inner * inner)) / innerSum
    const far = Math.exp((-k * k) as f64 / (2 * outer * outer)) / outerSum
    store<f32>(at4(table, k), (near - (tau as f64) * far) as f32)
  }
  return table
}

/** The two Gaussians, each of them over the same samples across the edge, in rows `top` to `end`. */
function differenceAcross(
  luma: usize, tx: usize, ty: usize, into: usize, width: i32, height: i32, sigma: f32, tau: f32,
  top: i32, end: i32,
): void {
  const half = i32(Math.ceil((sigma as f64) * 1.6 * 2.5))
  const table = acrossTaps(sigma, tau, half)
  // A tangent may be longer than 1 by what it was rounded, and one pixel more is sampled between.
  const margin = half + 2
  for (let y = top; y < end; y++) {
    const lowY = f32x4.splat(-y as f32)
    const highY = f32x4.splat((height - 1 - y) as f32)
    for (let x = 0; x < width; x += 4) {
      const i = y * width + x
      const from = indicesFrom(i)
      const lowX = f32x4.neg(fourFrom(x))
      const highX = f32x4.sub(f32x4.splat((width - 1) as f32), fourFrom(x))
      const nx = f32x4.neg(v128.load(at4(ty, i)))
      const ny = v128.load(at4(tx, i))
      let sum = f32x4.mul(v128.load(at4(luma, i)), v128.load32_splat(table))
      if (isInside(x, y, width, height, margin)) {
        for (let k = 1; k <= half; k++) {
          const dx = f32x4.mul(nx, f32x4.splat(k as f32))
          const dy = f32x4.mul(ny, f32x4.splat(k as f32))
          const one = sampleInside(luma, width, from, dx, dy)
          const other = sampleInside(luma, width, from, f32x4.neg(dx), f32x4.neg(dy))
          const tap = v128.load32_splat(at4(table, k))
          sum = f32x4.add(sum, f32x4.mul(f32x4.add(one, other), tap))
        }
        v128.store(at4(into, i), sum)
        continue
      }
      for (let k = 1; k <= half; k++) {
        const dx = f32x4.mul(nx, f32x4.splat(k as f32))
        const dy = f32x4.mul(ny, f32x4.splat(k as f32))
        const one = sample(
          luma, width, height, from, within(dx, lowX, highX), within(dy, lowY, highY),
          lowX, highX, lowY, highY,
        )
        const other = sample(
          luma, width, height, from,
          within(f32x4.neg(dx), lowX, highX), within(f32x4.neg(dy), lowY, highY),
          lowX, highX, lowY, highY,
        )
        const tap = v128.load32_splat(at4(table, k))
        sum = f32x4.add(sum, f32x4.mul(f32x4.add(one, other), tap))
      }
      // Past the end of a row this writes into the next one, which is still to come.
      v128.store(at4(into, i), sum)
    }
  }
}

/** What lies this far apart along a line, in sigmas across it, is hardly told apart. */
const STRIDE_SIGMAS: f32 = 1.5
const STRIDE_MOST: f32 = 3

/** From sample to sample along a line, px. */
function strideOf(sigma: f32): f32 {
  return min(STRIDE_MOST, max<f32>(1, STRIDE_SIGMAS * sigma))
}

/**
 * Weighted means of a plane along the flow, both ways from four pixels of a row, by the two-step
 * Adams-Bashforth method: long steps keep to curves.
 * @param reach px that a line is followed, across and down
 */
// @ts-ignore: decorator
@inline
function meanAlong(
  plane: usize, tangents: usize, width: i32, height: i32, x: i32, y: i32, taps: usize, steps: i32,
  stride: f32, reach: v128,
): v128 {
  const i = y * width + x
  const from = indicesFrom(i)
  const lowX = f32x4.neg(fourFrom(x))
  const highX = f32x4.sub(f32x4.splat((width - 1) as f32), fourFrom(x))
  const lowY = f32x4.splat(-y as f32)
  const highY = f32x4.splat((height - 1 - y) as f32)
  let sum = v128.load(at4(plane, i))
  let weight = f32x4.splat(1)
  for (let way: f32 = 1; way >= -1; way -= 2) {
    const own = twoTangents(tangents, from, false)
    const ownOthers = twoTangents(tangents, from, true)
    let vx = f32x4.mul(firsts(own, ownOthers), f32x4.splat(way))
    let vy = f32x4.mul(seconds(own, ownOthers), f32x4.splat(way))
    let dx = f32x4.splat(0)
    let dy = f32x4.splat(0)
    let lastX = vx
    let lastY = vy
    let inside = i32x4.splat(-1)
    let met = f32x4.splat(0)
    for (let k = 1; k <= steps; k++) {
      dx = f32x4.add(dx, stepBy(vx, lastX, stride))
      dy = f32x4.add(dy, stepBy(vy, lastY, stride))
      lastX = vx
      lastY = vy
      const wx = within(dx, lowX, highX)
      const wy = within(dy, lowY, highY)
      // Who has left the picture does not come back, nor who is further than a strip's halo.
      const far = f32x4.max(f32x4.abs(dx), f32x4.abs(dy))
      inside = v128.and(inside, v128.and(f32x4.eq(dx, wx), f32x4.eq(dy, wy)))
      inside = v128.and(inside, f32x4.le(far, reach))
      if (!v128.any_true(inside)) break
      const tap = v128.and(inside, v128.load32_splat(at4(taps, k)))
      const value = sample(plane, width, height, from, wx, wy, lowX, highX, lowY, highY)
      sum = f32x4.add(sum, f32x4.mul(value, tap))
      met = f32x4.add(met, tap)
      const half = f32x4.splat(0.5)
      const at = i32x4.add(
        from, reached(f32x4.floor(f32x4.add(wx, half)), f32x4.floor(f32x4.add(wy, half)), width),
      )
      const next = twoTangents(tangents, at, false)
      const nextOthers = twoTangents(tangents, at, true)
      const nextX = firsts(next, nextOthers)
      const nextY = seconds(next, nextOthers)
      const ahead = f32x4.add(f32x4.mul(nextX, vx), f32x4.mul(nextY, vy))
      vx = onwards(nextX, ahead)
      vy = onwards(nextY, ahead)
    }
    weight = f32x4.add(weight, met)
  }
  return f32x4.div(sum, weight)
}

/** The same for pixels that are farther than `reach` and what it is sampled between from all edges: to the bit. */
// @ts-ignore: decorator
@inline
function meanAlongInside(
  plane: usize, tangents: usize, width: i32, x: i32, y: i32, taps: usize, steps: i32,
  stride: f32, reach: v128,
): v128 {
  const i = y * width + x
  const from = indicesFrom(i)
  const half = f32x4.splat(0.5)
  let sum = v128.load(at4(plane, i))
  let weight = f32x4.splat(1)
  const own = twoTangents(tangents, from, false)
  const ownOthers = twoTangents(tangents, from, true)
  for (let way: f32 = 1; way >= -1; way -= 2) {
    let vx = f32x4.mul(firsts(own, ownOthers), f32x4.splat(way))
    let vy = f32x4.mul(seconds(own, ownOthers), f32x4.splat(way))
    let dx = f32x4.splat(0)
    let dy = f32x4.splat(0)
    let lastX = vx
    let lastY = vy
    let inside = i32x4.splat(-1)
    let met = f32x4.splat(0)
    for (let k = 1; k <= steps; k++) {
      dx = f32x4.add(dx, stepBy(vx, lastX, stride))
      dy = f32x4.add(dy, stepBy(vy, lastY, stride))
      lastX = vx
      lastY = vy
      inside = v128.and(inside, f32x4.le(f32x4.max(f32x4.abs(dx), f32x4.abs(dy)), reach))
      if (!v128.any_true(inside)) break
      // Who is further than a strip's halo weighs nothing, and waits where it began.
      const wx = v128.and(inside, dx)
      const wy = v128.and(inside, dy)
      const tap = v128.and(inside, v128.load32_splat(at4(taps, k)))
      const value = sampleInside(plane, width, from, wx, wy)
      sum = f32x4.add(sum, f32x4.mul(value, tap))
      met = f32x4.add(met, tap)
      const at = i32x4.add(
        from, reached(f32x4.floor(f32x4.add(wx, half)), f32x4.floor(f32x4.add(wy, half)), width),
      )
      const next = twoTangents(tangents, at, false)
      const nextOthers = twoTangents(tangents, at, true)
      const nextX = firsts(next, nextOthers)
      const nextY = seconds(next, nextOthers)
      const ahead = f32x4.add(f32x4.mul(nextX, vx), f32x4.mul(nextY, vy))
      vx = onwards(nextX, ahead)
      vy = onwards(nextY, ahead)
    }
    weight = f32x4.add(weight, met)
  }
  return f32x4.div(sum, weight)
}

// @ts-ignore: decorator
@inline
function stepBy(way: v128, last: v128, stride: f32): v128 {
  const ahead = f32x4.sub(f32x4.mul(way, f32x4.splat(1.5)), f32x4.mul(last, f32x4.splat(0.5)))
  return f32x4.mul(ahead, f32x4.splat(stride))
}

/** Weights of a Gaussian from its middle outwards, the middle being 1. */
function alongTaps(length: f32, steps: i32, stride: f32): usize {
  const taps = reserve((steps + 1) << 2)
  const l = (length as f64) / (stride as f64)
  for (let k = 0; k <= steps; k++) {
    store<f32>(at4(taps, k), Math.exp((-k * k) as f64 / (2 * l * l)) as f32)
  }
  return taps
}

/** Soft threshold of the extended difference of Gaussians (Winnemöller 2011). */
// @ts-ignore: decorator
@inline
function toned(value: f32, phi: f32): f32 {
  if (value >= 0) return 1
  const e = Mathf.exp(<f32>2 * phi * value)
  return (<f32>2 * e) / (e + 1)
}

/**
 * Paper (1) where the difference is not negative, ink (0) where it is.
 * @param top the first row that is worked out, of `rows`; the others are paper
 */
export function flowLines(
  luma: usize, tx: usize, ty: usize, target: usize, width: i32, height: i32,
  sigma: f32, length: f32, tau: f32, phi: f32, top: i32, rows: i32,
): void {
  const count = width * height
  const across = reserve((count as usize) << 2)
  const reach = Math.ceil((length as f64) * 2)
  // A pixel more is sampled between.
  const around = (reach as i32) + 1
  const from = max(0, top - around)
  const end = min(height, top + rows + around)
  differenceAcross(luma, tx, ty, across, width, height, sigma, tau, from, end)
  const near = squaresNear(across, width, height, from, end, around)
  const squaresAcross = (width + SQUARE - 1) / SQUARE
  const tangents = pairTangents(tx, ty, count)
  const stride = strideOf(sigma)
  const steps = i32(Math.ceil(reach / (stride as f64)))
  const taps = alongTaps(length, steps, stride)
  const most = f32x4.splat(reach as f32)
  for (let y = top; y < top + rows; y++) {
    for (let x = 0; x < width; x += 4) {
      // Four pixels lie in one square. A mean of nothing negative is paper.
      const square = (y / SQUARE) * squaresAcross + x / SQUARE
      if (load<u8>(near + (square as usize)) == 0) {
        v128.store(at4(target, y * width + x), f32x4.splat(1))
        continue
      }
      const mean = isInside(x, y, width, height, around + 1)
        ? meanAlongInside(across, tangents, width, x, y, taps, steps, stride, most)
        : meanAlong(across, tangents, width, height, x, y, taps, steps, stride, most)
      const into = at4(target, y * width + x)
      store<f32>(into, toned(f32x4.extract_lane(mean, 0), phi))
      store<f32>(into, toned(f32x4.extract_lane(mean, 1), phi), 4)
      store<f32>(into, toned(f32x4.extract_lane(mean, 2), phi), 8)
      store<f32>(into, toned(f32x4.extract_lane(mean, 3), phi), 12)
    }
  }
  for (let i = 0; i < top * width; i++) store<f32>(at4(target, i), 1)
  for (let i = (top + rows) * width; i < count; i++) store<f32>(at4(target, i), 1)
}
