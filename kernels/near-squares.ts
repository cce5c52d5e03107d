// Squares of a plane in which, or near to which, something lies.
import { at4 } from './indices'
import { reserve } from './memory'

/** Sides of squares that are looked at together: small ones leave out more of what has no line near. */
export const SQUARE = 4

/**
 * Spreads marks along lines, so many places to both sides of each.
 * @param apart how far one line lies from the next, and `step` one place of it from the next
 */
function spread(
  marks: usize, into: usize, lines: i32, apart: i32, places: i32, step: i32, far: i32,
): void {
  for (let line = 0; line < lines; line++) {
    const first = line * apart
    for (let k = 0, left = 0; k < places; k++) {
      const at = (first + k * step) as usize
      left = load<u8>(marks + at) == 1 ? far + 1 : max(0, left - 1)
      store<u8>(into + at, left > 0 ? 1 : 0)
    }
    for (let k = places - 1, left = 0; k >= 0; k--) {
      const at = (first + k * step) as usize
      left = load<u8>(marks + at) == 1 ? far + 1 : max(0, left - 1)
      if (left > 0) store<u8>(into + at, 1)
    }
  }
}

/**
 * Marks the squares of a plane in which, or near to which, anything is negative, each by a byte.
 * @param reach how near, px
 */
export function squaresNear(plane: usize, width: i32, height: i32, top: i32, end: i32, reach: i32): usize {
  const across = (width + SQUARE - 1) / SQUARE
  const down = (height + SQUARE - 1) / SQUARE
  const own = reserve(across * down)
  const near = reserve(across * down)
  memory.fill(own, 0, across * down)
  for (let y = top; y < end; y++) {
    const row = own + ((y / SQUARE) * across) as usize
    for (let x = 0; x < width; x += SQUARE) {
      const below = f32x4.lt(v128.load(at4(plane, y * width + x)), f32x4.splat(0))
      const lanes = (1 << min(SQUARE, width - x)) - 1
      if ((i32x4.bitmask(below) & lanes) != 0) store<u8>(row + (x / SQUARE) as usize, 1)
    }
  }
  const far = (reach + SQUARE - 1) / SQUARE
  spread(own, near, down, across, across, 1, far)
  spread(near, own, across, 1, down, across, far)
  return own
}
