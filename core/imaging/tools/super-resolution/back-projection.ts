import type { Tensor } from '../../tool.ts'

/** Of Keys's cubic convolution; the one Pillow and most of the literature take. */
const SHARPNESS = -0.5

/** Pixels of the small picture that a result depends on beyond what the network looks at. */
export const BACK_PROJECTION_HALO_PX = 4

/**
 * Makes an enlarged picture agree with the small one it came from: what is missing between the small
 * one and the large one shrunk again is enlarged and added (Irani & Peleg 1991, iterative
 * back-projection; one round). Both bicubic.
 * @param large NCHW, changed in place; `scale` times as large as `small`
 */
export function projectBack(large: Tensor, small: Tensor, scale: number): void {
  const [batch, channels, height, width] = small.shape
  const taps = tapsOf(scale)
  for (let plane = 0; plane < batch * channels; plane++) {
    const from = small.values.subarray(plane * height * width, (plane + 1) * height * width)
    const count = height * width * scale * scale
    const into = large.values.subarray(plane * count, (plane + 1) * count)
    const across = shrunkAcross(into, width * scale, height * scale, taps, scale)
    const missing = transposed(
      shrunkAcross(transposed(across, width, height * scale), height * scale, width, taps, scale),
      height,
      width,
    )
    for (let at = 0; at < missing.length; at++) {
      missing[at] = (from[at] as number) - (missing[at] as number)
    }
    add(into, missing, width, height, taps, scale)
  }
}

/** Weights of the `4 scale` large pixels about a small one; they sum to one. */
function tapsOf(scale: number): Float32Array {
  const taps = Float32Array.from({ length: 4 * scale }, (_, k) =>
    cubic(Math.abs(k + 0.5 - 2 * scale) / scale),
  )
  const sum = taps.reduce((total, tap) => total + tap)
  return taps.map((tap) => tap / sum)
}

function cubic(distance: number): number {
  const a = SHARPNESS
  if (distance < 1) return ((a + 2) * distance - (a + 3)) * distance * distance + 1
  if (distance < 2) return ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
  return 0
}

/** Rows made `scale` times shorter; edges repeat. */
function shrunkAcross(
  values: Float32Array,
  width: number,
  height: number,
  taps: Float32Array,
  scale: number,
): Float32Array<ArrayBuffer> {
  const short = width / scale
  const result = new Float32Array(short * height)
  const lead = (taps.length - scale) / 2
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < short; x++) {
      let sum = 0
      for (let k = 0; k < taps.length; k++) {
        const at = Math.min(width - 1, Math.max(0, x * scale + k - lead))
        sum += (values[y * width + at] as number) * (taps[k] as number)
      }
      result[y * short + x] = sum
    }
  }
  return result
}

function transposed(
  values: Float32Array,
  width: number,
  height: number,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + y] = values[y * width + x] as number
  }
  return result
}

/** Adds a small picture, enlarged by bicubic interpolation. */
function add(
  into: Float32Array,
  small: Float32Array,
  width: number,
  height: number,
  taps: Float32Array,
  scale: number,
): void {
  const tall = stretched(transposed(small, width, height), height, width, taps, scale)
  const rows = transposed(tall, height * scale, width)
  const whole = stretched(rows, width, height * scale, taps, scale)
  for (let at = 0; at < into.length; at++) {
    into[at] = (into[at] as number) + (whole[at] as number)
  }
}

/** Rows made `scale` times longer: every phase has four of the taps, which then sum to one. */
function stretched(
  values: Float32Array,
  width: number,
  height: number,
  taps: Float32Array,
  scale: number,
): Float32Array<ArrayBuffer> {
  const long = width * scale
  const result = new Float32Array(long * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < long; x++) {
      const exact = (x + 0.5) / scale - 0.5
      const first = Math.floor(exact) - 1
      let sum = 0
      for (let k = 0; k < 4; k++) {
        const at = Math.min(width - 1, Math.max(0, first + k))
        const tap = Math.round((first + k - exact) * scale + 2 * scale - 0.5)
        sum += (values[y * width + at] as number) * (taps[tap] as number) * scale
      }
      result[y * long + x] = sum
    }
  }
  return result
}
