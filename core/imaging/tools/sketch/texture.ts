/** Repeatable noise from coordinates: the same place always gives the same value. */

/** 0..1 from two whole numbers and a seed (a 32-bit mix after Wellons' lowbias32). */
function hashNoise(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/**
 * Smooth noise 0..1 along a row, with one value per unit of length, at `fromX`, `fromX + stepX` and
 * on: what stands at the corners of a cell is worked out once for all that lie in it.
 */
export function noiseAlong(
  row: Float32Array,
  fromX: number,
  stepX: number,
  y: number,
  seed: number,
): void {
  const y0 = Math.floor(y)
  const sy = eased(y - y0)
  let cell = Number.NaN
  let left = 0
  let right = 0
  for (let i = 0; i < row.length; i++) {
    const x = fromX + i * stepX
    const x0 = Math.floor(x)
    if (x0 !== cell) {
      left = between(hashNoise(x0, y0, seed), hashNoise(x0, y0 + 1, seed), sy)
      right = between(hashNoise(x0 + 1, y0, seed), hashNoise(x0 + 1, y0 + 1, seed), sy)
      cell = x0
    }
    row[i] = between(left, right, eased(x - x0))
  }
}

const eased = (share: number): number => share * share * (3 - 2 * share)
const between = (a: number, b: number, share: number): number => a + (b - a) * share
