/** Repeatable noise from coordinates: the same place always gives the same value. */

/** 0..1 from two whole numbers and a seed (a 32-bit mix after Wellons' lowbias32). */
export function hashNoise(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise 0..1 with one value per unit of length, blended between. */
export function valueNoise(x: number, y: number, seed: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const a = hashNoise(x0, y0, seed)
  const b = hashNoise(x0 + 1, y0, seed)
  const c = hashNoise(x0, y0 + 1, seed)
  const d = hashNoise(x0 + 1, y0 + 1, seed)
  const top = a + (b - a) * sx
  return top + (c + (d - c) * sx - top) * sy
}

/**
 * Height of drawing paper, 0 in a hollow to 1 on a peak, spread evenly over that range.
 * @param x and `y` in thousandths of the picture's longer side
 */
export function paperTooth(x: number, y: number): number {
  const fine = valueNoise(x * 1.15, y * 1.15, 11)
  const coarse = valueNoise(x * 0.47 + 17, y * 0.47 + 5, 12)
  const height = fine * 0.62 + coarse * 0.38
  return Math.min(1, Math.max(0, (height - 0.5) * 1.75 + 0.5))
}
