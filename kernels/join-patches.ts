// Fills the hole with whole pixels of the picture and hides the seams: a correction, smooth but where
// two sides have nothing in common, makes them meet (after Pérez, Gangnet, Blake 2003).
import { at4, at16 } from './indices'
import { reserve } from './memory'
import { RADIUS, TARGET, zonesOf } from './patches'
import { loadPixel, storePixel } from './quads'

/** Squared step at a seam from which on it is an edge of what is shown rather than of light. */
const EDGE_STEP: f32 = 1500
/** Over-relaxation. */
const OVER: f32 = 1.85

/** Where the pixel of the hole at `x`, `y` is copied from; -1 for nowhere. */
// @ts-ignore: decorator
@inline
function sourceOf(zone: usize, found: usize, width: i32, height: i32, x: i32, y: i32): i32 {
  const u = max(RADIUS, min(width - 1 - RADIUS, x))
  const v = max(RADIUS, min(height - 1 - RADIUS, y))
  const q = v * width + u
  if (load<u8>(zone + (q as usize)) != TARGET) return -1
  const source = load<i32>(at4(found, q))
  return source < 0 ? -1 : source + (y - v) * width + (x - u)
}

/** Whether a step in x stays in the row. */
// @ts-ignore: decorator
@inline
function stays(i: i32, dx: i32, dy: i32, width: i32, height: i32): bool {
  const x = (i % width) + dx
  const y = i / width + dy
  return x >= 0 && y >= 0 && x < width && y < height
}

/** Parts of a level that corrections are handed on in. */
const PARTS: f32 = 16

/** Quad at a place of a correction that is handed on: four whole numbers of 16 bits. */
// @ts-ignore: decorator
@inline
function loadPart(known: usize, i: i32): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(v128.load64_zero(known + ((i as usize) << 3))))
}

/**
 * The correction that one of another size has at a place, between its pixels. Its fourth lane is 1
 * where it is known.
 */
function partAt(known: usize, across: i32, down: i32, x: f32, y: f32): v128 {
  const left = max(0, min(across - 1, i32(floor(x))))
  const above = max(0, min(down - 1, i32(floor(y))))
  const right = min(across - 1, left + 1)
  const below = min(down - 1, above + 1)
  const u = f32x4.splat(max<f32>(0, min<f32>(1, x - (left as f32))))
  const v = f32x4.splat(max<f32>(0, min<f32>(1, y - (above as f32))))
  const a = loadPart(known, above * across + left)
  const b = loadPart(known, below * across + left)
  const upper = f32x4.add(a, f32x4.mul(u, f32x4.sub(loadPart(known, above * across + right), a)))
  const lower = f32x4.add(b, f32x4.mul(u, f32x4.sub(loadPart(known, below * across + right), b)))
  const sum = f32x4.add(upper, f32x4.mul(v, f32x4.sub(lower, upper)))
  const weight = f32x4.extract_lane(sum, 3)
  if (weight <= 0) return f32x4.splat(0)
  return f32x4.replace_lane(f32x4.mul(sum, f32x4.splat(1 / (PARTS * weight))), 3, 0)
}

/**
 * @param rounds of the correction; each carries it about a pixel further
 * @param known a correction of the same place to begin with, of `across` by `down` pixels of four
 * 16-bit numbers, as `kept` is; 0 for none
 * @param kept where the correction of each pixel is left; 0 where nobody asks
 */
export function joinPatches(
  picture: usize, hole: usize, found: usize, target: usize, width: i32, height: i32, rounds: i32,
  known: usize, across: i32, down: i32, kept: usize,
): void {
  const count = width * height
  const zone = zonesOf(hole, width, height)
  const slot = reserve((count as usize) << 2)
  let holes = 0
  for (let i = 0; i < count; i++) {
    const inside = load<u8>(hole + (i as usize)) != 0
    store<i32>(at4(slot, i), inside ? holes : -1)
    if (inside) holes++
    else store<u32>(at4(target, i), load<u32>(at4(picture, i)))
  }
  const place = reserve((holes as usize) << 2)
  const source = reserve((holes as usize) << 2)
  const correction = reserve((holes as usize) << 4)
  // Four a pixel, to its left, right, upper, lower neighbour: the step wanted, and its weight.
  const links = rounds > 0 ? reserve((holes as usize) << 6) : 0
  for (let i = 0; i < count; i++) {
    const h = load<i32>(at4(slot, i))
    if (h < 0) continue
    store<i32>(at4(place, h), i)
    store<i32>(at4(source, h), sourceOf(zone, found, width, height, i % width, i / width))
    let start = f32x4.splat(0)
    if (known != 0) {
      const x = (((i % width) as f32) + 0.5) * ((across as f32) / (width as f32)) - 0.5
      const y = (((i / width) as f32) + 0.5) * ((down as f32) / (height as f32)) - 0.5
      start = partAt(known, across, down, x, y)
    }
    v128.store(at16(correction, h), start)
  }
  for (let h = 0; h < holes && rounds > 0; h++)
    for (let side = 0; side < 4; side++) {
      const dx = side == 0 ? -1 : side == 1 ? 1 : 0
      const dy = side == 2 ? -1 : side == 3 ? 1 : 0
      const at = at16(links, (h << 2) + side)
      v128.store(at, linkOf(picture, slot, place, source, width, height, h, dx, dy))
    }
  for (let round = 0; round < rounds; round++)
    for (let h = 0; h < holes; h++) relax(slot, place, correction, links, width, h)
  for (let h = 0; h < holes; h++) {
    const i = load<i32>(at4(place, h))
    const from = load<i32>(at4(source, h))
    const base = loadPixel(at4(picture, from < 0 ? i : from))
    storePixel(at4(target, i), f32x4.add(base, v128.load(at16(correction, h))))
  }
  if (kept == 0) return
  memory.fill(kept, 0, (count as usize) << 3)
  for (let h = 0; h < holes; h++) {
    if (load<i32>(at4(source, h)) < 0) continue
    const parts = f32x4.mul(v128.load(at16(correction, h)), f32x4.splat(PARTS))
    const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.replace_lane(parts, 3, 1)))
    v128.store64_lane(kept + ((load<i32>(at4(place, h)) as usize) << 3), i16x8.narrow_i32x4_s(whole, whole), 0)
  }
}

/** The step that the correction is to make to a neighbour, and in the fourth lane its weight. */
function linkOf(
  picture: usize, slot: usize, place: usize, source: usize, width: i32, height: i32,
  h: i32, dx: i32, dy: i32,
): v128 {
  const i = load<i32>(at4(place, h))
  const from = load<i32>(at4(source, h))
  if (from < 0 || !stays(i, dx, dy, width, height)) return f32x4.splat(0)
  if (!stays(from, dx, dy, width, height)) return f32x4.splat(0)
  const by = dy * width + dx
  const n = load<i32>(at4(slot, i + by))
  // What lies beside the copied pixel where it was copied from.
  const beside = loadPixel(at4(picture, from + by))
  let step: v128
  if (n < 0) step = f32x4.sub(loadPixel(at4(picture, i + by)), beside)
  else {
    const theirs = load<i32>(at4(source, n))
    if (theirs == from + by) return f32x4.replace_lane(f32x4.splat(0), 3, 1)
    if (theirs < 0 || !stays(theirs, -dx, -dy, width, height)) return f32x4.splat(0)
    const there = f32x4.sub(loadPixel(at4(picture, theirs)), beside)
    const here = f32x4.sub(loadPixel(at4(picture, theirs - by)), loadPixel(at4(picture, from)))
    step = f32x4.mul(f32x4.add(there, here), f32x4.splat(0.5))
  }
  const squares = f32x4.mul(step, step)
  const size =
    f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2)
  const share = size / EDGE_STEP
  return f32x4.replace_lane(step, 3, 1 / (1 + share * share))
}

// @ts-ignore: decorator
@inline
function relax(
  slot: usize, place: usize, correction: usize, links: usize, width: i32, h: i32,
): void {
  const i = load<i32>(at4(place, h))
  let sum = f32x4.splat(0)
  let total: f32 = 0
  for (let side = 0; side < 4; side++) {
    const link = v128.load(at16(links, (h << 2) + side))
    const weight = f32x4.extract_lane(link, 3)
    if (weight == 0) continue
    const by = side == 0 ? -1 : side == 1 ? 1 : side == 2 ? -width : width
    const n = load<i32>(at4(slot, i + by))
    let wanted = link
    // A known neighbour stays as it is: the pixel meets it. Of two in the hole both give way.
    if (n >= 0) wanted = f32x4.add(v128.load(at16(correction, n)), link)
    sum = f32x4.add(sum, f32x4.mul(wanted, f32x4.splat(weight)))
    total += weight
  }
  if (total == 0) return
  const at = at16(correction, h)
  const old = v128.load(at)
  const aim = f32x4.mul(sum, f32x4.splat(1 / total))
  const next = f32x4.add(old, f32x4.mul(f32x4.sub(aim, old), f32x4.splat(OVER)))
  v128.store(at, f32x4.replace_lane(next, 3, 0))
}
