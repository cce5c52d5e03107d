// Patches of 7 x 7 pixels and what they have in common: which may be copied, which are to be filled,
// how far two are apart.
import { reserve } from './memory'

export const RADIUS: i32 = 3
const SIDE: i32 = 7

/** No whole patch lies about it. */
export const EDGE: u8 = 0
/** Its patch holds no pixel of the hole: it may be copied. */
export const SOURCE: u8 = 1
/** Its patch touches the hole. */
export const TARGET: u8 = 2

/** Sorts the pixels by what their patches hold. */
export function zonesOf(hole: usize, width: i32, height: i32): usize {
  const count = width * height
  const zone = reserve(count as usize)
  memory.fill(zone, 0, count as usize)
  if (width < SIDE || height < SIDE) return zone
  const columns = reserve((width as usize) << 2)
  memory.fill(columns, 0, (width as usize) << 2)
  for (let y = 0; y < height; y++) {
    const enters = hole + ((y * width) as usize)
    const leaves = enters - ((SIDE * width) as usize)
    for (let x = 0; x < width; x++) {
      const at = columns + ((x as usize) << 2)
      let n = load<i32>(at) + i32(load<u8>(enters + (x as usize)) != 0)
      if (y >= SIDE) n -= i32(load<u8>(leaves + (x as usize)) != 0)
      store<i32>(at, n)
    }
    if (y < SIDE - 1) continue
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += load<i32>(columns + ((x as usize) << 2))
      if (x >= SIDE) sum -= load<i32>(columns + (((x - SIDE) as usize) << 2))
      if (x < SIDE - 1) continue
      store<u8>(zone + (((y - RADIUS) * width + x - RADIUS) as usize), sum == 0 ? SOURCE : TARGET)
    }
  }
  return zone
}

const SEVEN: v128 = i32x4(-1, -1, -1, 0)

/** Sum of squares of the differences of two rows of seven pixels. */
// @ts-ignore: decorator
@inline
function rowDistance(a: usize, b: usize): v128 {
  const a0 = v128.load(a)
  const b0 = v128.load(b)
  const a1 = v128.load(a, 16)
  const b1 = v128.load(b, 16)
  const d0 = v128.or(i8x16.sub_sat_u(a0, b0), i8x16.sub_sat_u(b0, a0))
  const d1 = v128.and(v128.or(i8x16.sub_sat_u(a1, b1), i8x16.sub_sat_u(b1, a1)), SEVEN)
  const e0 = i16x8.extend_low_i8x16_u(d0)
  const e1 = i16x8.extend_high_i8x16_u(d0)
  const e2 = i16x8.extend_low_i8x16_u(d1)
  const e3 = i16x8.extend_high_i8x16_u(d1)
  return i32x4.add(
    i32x4.add(i32x4.dot_i16x8_s(e0, e0), i32x4.dot_i16x8_s(e1, e1)),
    i32x4.add(i32x4.dot_i16x8_s(e2, e2), i32x4.dot_i16x8_s(e3, e3)),
  )
}

// @ts-ignore: decorator
@inline
function laneSum(sum: v128): i32 {
  const half = i32x4.add(sum, v128.shuffle<i32>(sum, sum, 2, 3, 2, 3))
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1)
}

/** How far the patches about two pixels are apart; given up once it is `most` or more. */
export function patchDistance(picture: usize, width: i32, one: i32, other: i32, most: i32): i32 {
  const row = (width as usize) << 2
  const corner = RADIUS * width + RADIUS
  let a = picture + (((one - corner) as usize) << 2)
  let b = picture + (((other - corner) as usize) << 2)
  let sum = rowDistance(a, b)
  for (let y = 1; y < 4; y++) sum = i32x4.add(sum, rowDistance((a += row), (b += row)))
  const part = laneSum(sum)
  if (part >= most) return part
  for (let y = 4; y < SIDE; y++) sum = i32x4.add(sum, rowDistance((a += row), (b += row)))
  return laneSum(sum)
}
