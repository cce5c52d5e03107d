// What a hand makes of a picture's light before it shades. In doubles, as numbers are in script.
import { at4 } from './indices'
import { reserve } from './memory'
import { RowReader, readRowInDoubles, rowReader, SampledPlane, upper } from './sampled-plane'
import { joined, lower } from './double-pairs'

/** A plane of a small copy as rows of the picture; where there is none, rows of nothing. */
@unmanaged
class KnownRows {
  /** An address of a `RowReader`, or 0. */
  reader: usize
  row: usize
}

function knownRows(slot: usize, width: i32): KnownRows {
  const known = changetype<KnownRows>(reserve(offsetof<KnownRows>()))
  const plane = changetype<SampledPlane>(slot)
  known.reader = plane.values == 0 ? 0 : changetype<usize>(rowReader(plane, width))
  if (known.reader != 0) known.row = changetype<RowReader>(known.reader).row
  else {
    known.row = reserve((width as usize) << 2)
    memory.fill(known.row, 0, (width as usize) << 2)
  }
  return known
}

/** @returns whether any of the row is not 0 */
function readKnown(known: KnownRows, y: i32, width: i32, height: i32): bool {
  if (known.reader == 0) return false
  return readRowInDoubles(changetype<RowReader>(known.reader), y, width, height)
}

// @ts-ignore: decorator
@inline
function all(value: f64): v128 {
  return f64x2.splat(value)
}

// @ts-ignore: decorator
@inline
function clamped(value: v128): v128 {
  return f64x2.min(all(1), f64x2.max(all(0), value))
}

/** Smooth from 0 at `from` to 1 at `to`. */
// @ts-ignore: decorator
@inline
function smooth(from: f64, to: f64, value: v128): v128 {
  const share = clamped(f64x2.div(f64x2.sub(value, all(from)), all(to - from)))
  const bend = f64x2.sub(all(3), f64x2.mul(all(2), share))
  return f64x2.mul(f64x2.mul(share, share), bend)
}

// @ts-ignore: decorator
@inline
function but(value: v128): v128 {
  return f64x2.sub(all(1), value)
}

/** Writes the first `count` of four values, at most all, and in place of the others those that stood there. */
// @ts-ignore: decorator
@inline
function storeSome(into: usize, values: v128, others: v128, count: i32): void {
  const isOwn = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count))
  v128.store(into, v128.bitselect(values, others, isOwn))
}

/** Flattens what is small and faint on bare skin by this. */
const FLATTENED: f64 = 0.85

// @ts-ignore: decorator
@inline
function flattened(own: v128, flat: v128, bare: v128): v128 {
  const more = f64x2.mul(f64x2.mul(f64x2.sub(flat, own), bare), all(FLATTENED))
  return f64x2.add(own, more)
}

/**
 * Rows of luma in which bare skin has no pores, in place.
 * @param flat the same without what is small and faint
 * @param bare a `SampledPlane`: how much of a place is bare skin
 */
export function flattenSkin(
  luma: usize, flat: usize, width: i32, rows: i32, top: i32, height: i32, bare: usize,
): void {
  const known = knownRows(bare, width)
  for (let row = 0; row < rows; row++) {
    if (!readKnown(known, top + row, width, height)) continue
    for (let x = 0; x < width; x += 4) {
      const share = v128.load(at4(known.row, x))
      if (!v128.any_true(share)) continue
      const at = at4(0, row * width + x)
      const own = v128.load(luma + at)
      const even = v128.load(flat + at)
      const low = flattened(lower(own), lower(even), lower(share))
      const high = flattened(upper(own), upper(even), upper(share))
      storeSome(luma + at, joined(low, high), own, width - x)
    }
  }
}

/** From this light on contrast is seen at two and a half times what it is. */
const PALE: f64 = 0.6

// @ts-ignore: decorator
@inline
function parted(light: v128, near: v128, bare: v128): v128 {
  const above = f64x2.div(light, all(PALE))
  const squared = f64x2.mul(f64x2.mul(all(PALE), above), above)
  const apart = f64x2.mul(squared, f64x2.sqrt(above))
  const more = f64x2.mul(f64x2.mul(f64x2.sub(apart, light), near), but(bare))
  return v128.bitselect(f64x2.add(light, more), light, f64x2.gt(light, all(PALE)))
}

/**
 * Rows of luma in which what is pale is told apart, in place.
 * @param slots two `SampledPlane`s: how much of a place is bare skin, and how near to people it is; all are
 *   where the second is left out
 */
export function partPale(
  luma: usize, width: i32, rows: i32, top: i32, height: i32, slots: usize,
): void {
  const bare = knownRows(slots, width)
  const near = knownRows(slots + offsetof<SampledPlane>(), width)
  const isAllNear = near.reader == 0
  if (isAllNear) for (let x = 0; x < width; x++) store<f32>(at4(near.row, x), 1)
  for (let row = 0; row < rows; row++) {
    if (!readKnown(near, top + row, width, height) && !isAllNear) continue
    readKnown(bare, top + row, width, height)
    for (let x = 0; x < width; x += 4) {
      const at = at4(luma, row * width + x)
      const light = v128.load(at)
      if (!v128.any_true(f32x4.ge(light, f32x4.splat(PALE as f32)))) continue
      const much = v128.load(at4(near.row, x))
      const skin = v128.load(at4(bare.row, x))
      const low = parted(lower(light), lower(much), lower(skin))
      const high = parted(upper(light), upper(much), upper(skin))
      storeSome(at, joined(low, high), light, width - x)
    }
  }
}

/** How a picture's light is stretched to paper and black, and what is made of that. */
@unmanaged
class Range {
  black: f64
  span: f64
  /** How much tone what is nearly white gets in a pale picture, 0..1. */
  more: f64
  /** How much a dark mass takes of the lights in it, at most. */
  opened: f64
  /** How much darker the middle tone is, 0..1. */
  firmer: f64
}

/** Light of skin that is left as paper, and from which it is black: the same in every picture. */
const SKIN_BLACK: f64 = 0.14
const SKIN_WHITE: f64 = 0.93

/** Darkness from which a mass is opened, and how much lighter than what is about it a light is. */
const MASS_FROM: f64 = 0.35
const MASS_WHOLLY: f64 = 0.6
const LIT_FROM: f64 = 1.12
const LIT_WHOLLY: f64 = 1.6
/** What is darker holds noise. */
const BLACK_TO: f64 = 0.02
const BLACK_FROM: f64 = 0.06

/** How much of a dark mass a light in it takes: a petal's rim, a fold, a strand. In one black they are lost. */
// @ts-ignore: decorator
@inline
function openedBy(mass: v128, own: v128, about: v128, most: f64): v128 {
  const isMass = f64x2.gt(mass, all(MASS_FROM))
  if (!v128.any_true(isMass)) return all(0)
  const lighter = f64x2.div(own, f64x2.max(all(0.02), about))
  const isLit = v128.and(isMass, f64x2.gt(lighter, all(LIT_FROM)))
  if (!v128.any_true(isLit)) return all(0)
  const light = f64x2.mul(smooth(LIT_FROM, LIT_WHOLLY, lighter), smooth(BLACK_TO, BLACK_FROM, own))
  const taken = f64x2.mul(f64x2.mul(all(most), light), smooth(MASS_FROM, MASS_WHOLLY, mass))
  return v128.and(isLit, taken)
}

/**
 * A light with the tone that a hand gives to what is nearly white where nearly all is: a grey wall behind a
 * white hat was paper, as the hat was. White stays white, and middle tones what they are.
 */
// @ts-ignore: decorator
@inline
function toned(light: v128, more: f64): v128 {
  if (more == 0) return light
  const squared = f64x2.mul(light, light)
  const bent = f64x2.mul(f64x2.mul(all(more), f64x2.mul(squared, squared)), but(light))
  const isBetween = v128.and(f64x2.gt(light, all(0)), f64x2.lt(light, all(1)))
  return v128.bitselect(f64x2.sub(light, bent), light, isBetween)
}

// @ts-ignore: decorator
@inline
function shaded(own: v128, about: v128, range: Range, share: v128, bare: v128): v128 {
  let light = toned(f64x2.div(f64x2.sub(own, all(range.black)), all(range.span)), range.more)
  if (v128.any_true(share)) {
    const onSkin = f64x2.div(f64x2.sub(own, all(SKIN_BLACK)), all(SKIN_WHITE - SKIN_BLACK))
    light = f64x2.add(light, f64x2.mul(f64x2.sub(onSkin, light), share))
  }
  const dark = but(clamped(light))
  // To the power of 1.25.
  let whole = f64x2.mul(dark, f64x2.sqrt(f64x2.sqrt(dark)))
  if (range.firmer != 0) {
    const middle = f64x2.mul(f64x2.mul(all(4), dark), but(dark))
    whole = f64x2.add(whole, f64x2.mul(all(range.firmer), f64x2.mul(middle, middle)))
  }
  let mass = whole
  if (range.opened != 0) {
    mass = f64x2.mul(whole, but(f64x2.mul(openedBy(whole, own, about, range.opened), but(bare))))
  }
  // Dodge of the picture with its inverted blur is base / blur: below 1 in the small darks.
  const dodged = f64x2.min(all(1), f64x2.div(own, f64x2.max(all(0.04), about)))
  const detail = f64x2.mul(but(dodged), but(f64x2.mul(all(0.4), bare)))
  const small = f64x2.mul(f64x2.mul(detail, all(0.75)), but(f64x2.mul(mass, all(0.5))))
  return f64x2.min(all(1), f64x2.add(f64x2.mul(mass, all(0.78)), small))
}

/**
 * Makes rows of light the shading of it, 0 (paper) to 1, in place.
 * @param wide the same with its surroundings blurred in
 * @param given the five numbers of a `Range`
 * @param slots two `SampledPlane`s: how much of a place is skin, and bare skin
 */
export function shadeRows(
  light: usize, wide: usize, width: i32, rows: i32, top: i32, height: i32, given: usize,
  slots: usize,
): void {
  const range = changetype<Range>(given)
  const share = knownRows(slots, width)
  const bare = knownRows(slots + offsetof<SampledPlane>(), width)
  for (let row = 0; row < rows; row++) {
    readKnown(share, top + row, width, height)
    readKnown(bare, top + row, width, height)
    for (let x = 0; x < width; x += 4) {
      const at = at4(0, row * width + x)
      const own = v128.load(light + at)
      const about = v128.load(wide + at)
      const much = v128.load(at4(share.row, x))
      const skin = v128.load(at4(bare.row, x))
      const low = shaded(lower(own), lower(about), range, lower(much), lower(skin))
      const high = shaded(upper(own), upper(about), range, upper(much), upper(skin))
      storeSome(light + at, joined(low, high), own, width - x)
    }
  }
}
