import { GRAIN_SIDE } from '../kernels/light.ts'

/** Sigmas of the two Gaussians whose difference is the grain's size, in texels. */
const [FINE, COARSE] = [0.62, 3]
const REACH = 8

/** The same noise everywhere: unit variance, neither fine dust nor clouds, repeating at its edges. */
export function grainTile(): Float32Array<ArrayBuffer> {
  const white = new Float32Array(GRAIN_SIDE * GRAIN_SIDE)
  let state = 20_240_607
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  for (let at = 0; at < white.length; at++) white[at] = random() + random() + random() - 1.5
  const fine = blurred(white, FINE)
  const coarse = blurred(white, COARSE)
  const noise = fine.map((value, at) => value - (coarse[at] ?? 0))
  const variance = noise.reduce((sum, value) => sum + value * value, 0) / noise.length
  const scale = 1 / Math.sqrt(variance)
  return noise.map((value) => value * scale)
}

/** Gaussian that goes round at the edges. */
function blurred(values: Float32Array<ArrayBuffer>, sigma: number): Float32Array<ArrayBuffer> {
  const taps = Array.from({ length: 2 * REACH + 1 }, (_, at) =>
    Math.exp(-((at - REACH) ** 2) / (2 * sigma * sigma)),
  )
  const sum = taps.reduce((total, tap) => total + tap, 0)
  const round = GRAIN_SIDE - 1
  const along = (source: Float32Array, step: (at: number, by: number) => number) =>
    Float32Array.from(
      { length: source.length },
      (_, at) =>
        taps.reduce((total, tap, k) => total + tap * (source[step(at, k - REACH)] ?? 0), 0) / sum,
    )
  const across = along(values, (at, by) => (at & ~round) | ((at + by) & round))
  return along(across, (at, by) => (at + by * GRAIN_SIDE) & (GRAIN_SIDE * GRAIN_SIDE - 1))
}
