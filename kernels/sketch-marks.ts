// What lies on four pixels of drawn-on paper, read, laid on and written. All 0..1.
import { all, but, clamped, line, plus, smooth } from './shares'

/** What is known of four pixels when their paper is drawn on. */
@unmanaged
export class Marks {
  /** Addresses of rows, of one float a pixel. */
  line: usize
  shading: usize
  stroke: usize
  cross: usize
  /** How much line there is about a place. */
  mass: usize
  drawn: usize
  /** How much of a place is skin, and how dark skin is there in any light. */
  skin: usize
  tone: usize
  red: usize
  green: usize
  blue: usize
  /** The contour of what is drawn, where its background is let go. */
  outline: usize
  /** How much skin is that of a face which fills the picture, and has room for strokes. */
  closeUp: usize
  /** Height of the paper. */
  tooth: usize
  /** How far two ways of hatching lie from the middles of their lines, thousandths. */
  hatch: usize
  crossHatch: usize
}

/** Share of the paper that a layer covers: strokes and tooth decide where, pressure how much. */
// @ts-ignore: decorator
@inline
export function coverage(pressure: v128, stroke: v128, tooth: v128, softness: f32): v128 {
  const resistance = plus(f32x4.mul(stroke, all(0.66)), but(tooth), 0.34)
  const where = smooth(-softness, softness, f32x4.sub(pressure, resistance))
  return f32x4.mul(where, clamped(f32x4.mul(pressure, all(3))))
}

/** The enlarged line is soft: a steep S about its middle draws it sharp at any size. */
// @ts-ignore: decorator
@inline
export function lineAt(marks: Marks, at: usize): v128 {
  const seen = f32x4.max(but(v128.load(marks.line + at)), v128.load(marks.outline + at))
  return smooth(0.12, 0.88, f32x4.mul(seen, v128.load(marks.drawn + at)))
}

// @ts-ignore: decorator
@inline
export function shadingAt(marks: Marks, at: usize): v128 {
  return f32x4.mul(v128.load(marks.shading + at), v128.load(marks.drawn + at))
}

/** Strokes are bytes. */
// @ts-ignore: decorator
@inline
export function strokesOf(row: usize, at: usize): v128 {
  return f32x4.mul(v128.load(row + at), all(<f32>1 / 255))
}

// @ts-ignore: decorator
@inline
export function within(value: v128, least: v128, most: v128): v128 {
  return i32x4.min_s(most, i32x4.max_s(least, value))
}

/** Writes four opaque pixels; values 0..255. */
// @ts-ignore: decorator
@inline
export function storeFour(into: usize, red: v128, green: v128, blue: v128): void {
  // Of numbers with signs: processors have no conversion of others, and take ten steps for one.
  const r = i32x4.trunc_sat_f32x4_s(f32x4.nearest(red))
  const g = i32x4.trunc_sat_f32x4_s(f32x4.nearest(green))
  const b = i32x4.trunc_sat_f32x4_s(f32x4.nearest(blue))
  const least = i32x4.splat(0)
  const most = i32x4.splat(255)
  const low = v128.or(within(r, least, most), i32x4.shl(within(g, least, most), 8))
  const high = v128.or(i32x4.shl(within(b, least, most), 16), i32x4.splat(0xff000000 as i32))
  v128.store(into, v128.or(low, high))
}

/** A dark colour on paper of which `paper` is left. */
// @ts-ignore: decorator
@inline
export function onPaper(dark: f32, paper: v128): v128 {
  return line(paper, 255 - dark, dark)
}
