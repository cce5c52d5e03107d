import type { JobContext } from '../../jobs.ts'
import type { FloatPlane } from '../../kernels/kernels.ts'
import { createFloatPlane } from '../pixels.ts'
import type { Raster } from '../tool.ts'

/** Colours of what is inside and of what lies behind it, 0..1, RGB planes. */
export interface Layers {
  readonly inside: readonly [FloatPlane, FloatPlane, FloatPlane]
  readonly behind: readonly [FloatPlane, FloatPlane, FloatPlane]
}

const REGULARISATION = 1e-4
const GRADIENT_WEIGHT = 1
const COARSE_ROUNDS = 10
const FINE_ROUNDS = 2
/** Levels up to this many pixels can afford the coarse number of rounds. */
const COARSE_PX = 1024

/**
 * Separates a picture into the two layers that its matte mixes, so that an edge carries no colour
 * of the old background (Germer et al. 2020, fast multi-level foreground estimation).
 */
export async function estimateLayers(
  job: JobContext,
  picture: Raster,
  alpha: FloatPlane,
): Promise<Layers> {
  const sizes = levels(picture.widthPx, picture.heightPx)
  // Interleaved: inside RGB, behind RGB.
  let layers = new Float32Array(6)
  let previous = { widthPx: 1, heightPx: 1 }
  for (const size of sizes) {
    const image = shrunkPicture(picture, size)
    const matte = shrunkPlane(alpha, size)
    layers = enlarged(layers, previous, size)
    const rounds = size.widthPx * size.heightPx <= COARSE_PX ? COARSE_ROUNDS : FINE_ROUNDS
    for (let round = 0; round < rounds; round++) {
      for (let y = 0; y < size.heightPx; y++) {
        solveRow(layers, image, matte, size, y)
        if (y % 64 === 63) await job.checkpoint()
      }
    }
    previous = size
  }
  return separated(layers, picture)
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

function levels(widthPx: number, heightPx: number): readonly Size[] {
  const count = Math.ceil(Math.log2(Math.max(widthPx, heightPx)))
  return Array.from({ length: count + 1 }, (_, level) => ({
    widthPx: Math.max(1, Math.round(widthPx ** (level / count))),
    heightPx: Math.max(1, Math.round(heightPx ** (level / count))),
  }))
}

function shrunkPicture(picture: Raster, size: Size): Float32Array {
  const result = new Float32Array(size.widthPx * size.heightPx * 3)
  eachNearest(picture, size, (from, to) => {
    for (let c = 0; c < 3; c++) result[to * 3 + c] = (picture.rgba[from * 4 + c] as number) / 255
  })
  return result
}

function shrunkPlane(plane: FloatPlane, size: Size): Float32Array {
  const result = new Float32Array(size.widthPx * size.heightPx)
  eachNearest(plane, size, (from, to) => {
    result[to] = plane.values[from] as number
  })
  return result
}

function enlarged(layers: Float32Array<ArrayBuffer>, from: Size, to: Size) {
  const result = new Float32Array(to.widthPx * to.heightPx * 6)
  eachNearest(from, to, (source, target) => {
    for (let c = 0; c < 6; c++) result[target * 6 + c] = layers[source * 6 + c] as number
  })
  return result
}

function eachNearest(from: Size, to: Size, copy: (from: number, to: number) => void): void {
  for (let y = 0; y < to.heightPx; y++) {
    const fromY = Math.min(from.heightPx - 1, Math.floor((y * from.heightPx) / to.heightPx))
    for (let x = 0; x < to.widthPx; x++) {
      const fromX = Math.min(from.widthPx - 1, Math.floor((x * from.widthPx) / to.widthPx))
      copy(fromY * from.widthPx + fromX, y * to.widthPx + x)
    }
  }
}

/** One Gauss-Seidel sweep over a row: the 2x2 system of each pixel, with its four neighbours. */
function solveRow(
  layers: Float32Array,
  image: Float32Array,
  matte: Float32Array,
  size: Size,
  y: number,
): void {
  const { widthPx, heightPx } = size
  for (let x = 0; x < widthPx; x++) {
    const at = y * widthPx + x
    const alpha = matte[at] as number
    const rest = 1 - alpha
    let weights = 0
    let f0 = 0
    let f1 = 0
    let f2 = 0
    let b0 = 0
    let b1 = 0
    let b2 = 0
    for (let side = 0; side < 4; side++) {
      const nx = side === 0 ? Math.max(0, x - 1) : side === 1 ? Math.min(widthPx - 1, x + 1) : x
      const ny = side === 2 ? Math.max(0, y - 1) : side === 3 ? Math.min(heightPx - 1, y + 1) : y
      const near = ny * widthPx + nx
      const weight = REGULARISATION + GRADIENT_WEIGHT * Math.abs(alpha - (matte[near] as number))
      const n = near * 6
      weights += weight
      f0 += weight * (layers[n] as number)
      f1 += weight * (layers[n + 1] as number)
      f2 += weight * (layers[n + 2] as number)
      b0 += weight * (layers[n + 3] as number)
      b1 += weight * (layers[n + 4] as number)
      b2 += weight * (layers[n + 5] as number)
    }
    const a00 = alpha * alpha + weights
    const a01 = alpha * rest
    const a11 = rest * rest + weights
    const inverse = 1 / (a00 * a11 - a01 * a01)
    const r = image[at * 3] as number
    const g = image[at * 3 + 1] as number
    const b = image[at * 3 + 2] as number
    const to = at * 6
    f0 += alpha * r
    f1 += alpha * g
    f2 += alpha * b
    b0 += rest * r
    b1 += rest * g
    b2 += rest * b
    layers[to] = unit((a11 * f0 - a01 * b0) * inverse)
    layers[to + 1] = unit((a11 * f1 - a01 * b1) * inverse)
    layers[to + 2] = unit((a11 * f2 - a01 * b2) * inverse)
    layers[to + 3] = unit((a00 * b0 - a01 * f0) * inverse)
    layers[to + 4] = unit((a00 * b1 - a01 * f1) * inverse)
    layers[to + 5] = unit((a00 * b2 - a01 * f2) * inverse)
  }
}

const unit = (value: number): number => (value < 0 ? 0 : Math.min(value, 1))

function separated(layers: Float32Array, size: Size): Layers {
  const plane = (channel: number): FloatPlane => {
    const result = createFloatPlane(size.widthPx, size.heightPx)
    for (let at = 0; at < result.values.length; at++) {
      result.values[at] = layers[at * 6 + channel] as number
    }
    return result
  }
  return {
    inside: [plane(0), plane(1), plane(2)],
    behind: [plane(3), plane(4), plane(5)],
  }
}
