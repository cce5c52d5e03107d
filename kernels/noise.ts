// Repeatable noise from coordinates: the same place always gives the same value.
import { at4, at8 } from './indices'
import { reserve } from './memory'

/** 0..1 from two whole numbers and a seed (a 32-bit mix after Wellons' lowbias32). */
function hashed(x: i32, y: i32, seed: i32): f64 {
  let h = (x * 0x27d4eb2d) ^ (y * 0x165667b1) ^ (seed * (0x9e3779b1 as i32))
  h = (h ^ ((h as u32) >>> 16)) * 0x7feb352d
  h = (h ^ ((h as u32) >>> 15)) * (0x846ca68b as i32)
  return ((h ^ ((h as u32) >>> 16)) as u32 as f64) / 4294967296
}

// @ts-ignore: decorator
@inline
function eased(share: f64): f64 {
  return share * share * (3 - 2 * share)
}

// @ts-ignore: decorator
@inline
function between(a: f64, b: f64, share: f64): f64 {
  return a + (b - a) * share
}

/** Rows of noise with one value per `1 / scale` pixels, from row `top` of a picture. */
export function grain(into: usize, width: i32, rows: i32, top: i32, scale: f64, seed: i32): void {
  const noise = noiseAlong(width, 0, scale, seed)
  for (let row = 0; row < rows; row++) {
    noiseRow(at4(into, row * width), noise, ((top + row) as f64) * scale)
  }
}

/** Smooth noise along the rows of a picture: what is the same in all of them. */
@unmanaged
export class Noise {
  /** Values of a row. */
  count: i32
  seed: i32
  /** The cell of the first value, and how many corners lie along a row. */
  first: i32
  corners: i32
  /** For each value where its cell's first corner lies among `blended`, bytes. */
  places: usize
  /** How far each lies past that, eased. */
  shares: usize
  /** What stands at the corners above and below a row, and between them. */
  upper: usize
  lower: usize
  blended: usize
  /** The rows of cells that `upper` and `lower` hold; i32.MIN_VALUE: none. */
  upperRow: i32
  lowerRow: i32
}

/** Smooth noise with one value per unit of length, at `from`, `from + step` and on along rows of `count` values. */
export function noiseAlong(count: i32, from: f64, step: f64, seed: i32): Noise {
  const noise = changetype<Noise>(reserve(offsetof<Noise>()))
  const first = floor(from) as i32
  const last = floor(from + (max(0, count - 1) as f64) * step) as i32
  const corners = last - first + 2
  noise.count = count
  noise.seed = seed
  noise.first = first
  noise.corners = corners
  noise.places = reserve((count as usize) << 2)
  noise.shares = reserve((count as usize) << 3)
  noise.upper = reserve((corners as usize) << 3)
  noise.lower = reserve((corners as usize) << 3)
  noise.blended = reserve((corners as usize) << 3)
  noise.upperRow = i32.MIN_VALUE
  noise.lowerRow = i32.MIN_VALUE
  for (let i = 0; i < count; i++) {
    const x = from + (i as f64) * step
    const whole = floor(x)
    store<i32>(at4(noise.places, i), ((whole as i32) - first) << 3)
    store<f64>(at8(noise.shares, i), eased(x - whole))
  }
  return noise
}

function hashRow(into: usize, noise: Noise, row: i32): void {
  const first = noise.first
  const corners = noise.corners
  const seed = noise.seed
  for (let k = 0; k < corners; k++) store<f64>(at8(into, k), hashed(first + k, row, seed))
}

/** What stands at the corners of the cells that height `y` lies in, as it is there; an address. */
function cornersAt(noise: Noise, y: f64): usize {
  const row = floor(y) as i32
  const share = eased(y - floor(y))
  if (noise.upperRow != row) {
    const upper = noise.upper
    noise.upper = noise.lower
    noise.lower = upper
    noise.upperRow = noise.lowerRow
    noise.lowerRow = i32.MIN_VALUE
    if (noise.upperRow != row) hashRow(noise.upper, noise, row)
    noise.upperRow = row
  }
  if (share == 0) return noise.upper
  if (noise.lowerRow != row + 1) {
    hashRow(noise.lower, noise, row + 1)
    noise.lowerRow = row + 1
  }
  const down = f64x2.splat(share)
  const end = (noise.corners as usize) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const above = v128.load(noise.upper + at)
    const below = v128.load(noise.lower + at)
    v128.store(noise.blended + at, f64x2.add(above, f64x2.mul(f64x2.sub(below, above), down)))
  }
  return noise.blended
}

/** Two values between the corners of their cells, as the lower two floats of four. */
// @ts-ignore: decorator
@inline
function pairOf(corners: usize, places: usize, shares: usize): v128 {
  const one = v128.load(corners + load<i32>(places))
  const other = v128.load(corners + load<i32>(places, 4))
  const left = v128.shuffle<f64>(one, other, 0, 2)
  const right = v128.shuffle<f64>(one, other, 1, 3)
  const value = f64x2.add(left, f64x2.mul(f64x2.sub(right, left), v128.load(shares)))
  return f32x4.demote_f64x2_zero(value)
}

/** A row of noise 0..1 at height `y`; up to three floats more than its values are written. */
export function noiseRow(into: usize, noise: Noise, y: f64): void {
  const corners = cornersAt(noise, y)
  const places = noise.places
  const shares = noise.shares
  const count = noise.count as usize
  for (let i: usize = 0; i < count; i += 4) {
    const two = pairOf(corners, places + (i << 2), shares + (i << 3))
    const others = pairOf(corners, places + (i << 2) + 8, shares + (i << 3) + 16)
    v128.store(into + (i << 2), v128.shuffle<f64>(two, others, 0, 2))
  }
}
