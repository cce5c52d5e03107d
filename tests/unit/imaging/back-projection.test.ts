import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import {
  BACK_PROJECTION_HALO_PX,
  projectBack,
} from '#core/imaging/tools/super-resolution/back-projection.ts'

const hills = (width: number, height: number, seed = 0): Float32Array =>
  Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return 0.5 + 0.3 * Math.sin(x / 3 + seed) * Math.cos(y / 4)
  })
const tensor = (values: Float32Array, width: number, height: number): Tensor => ({
  shape: [1, 1, height, width],
  values: Float32Array.from(values),
})
const nearest = (small: Float32Array, width: number, height: number, scale: number) =>
  Float32Array.from({ length: width * height * scale * scale }, (_, at) => {
    const [x, y] = [at % (width * scale), Math.floor(at / (width * scale))]
    return small[Math.floor(y / scale) * width + Math.floor(x / scale)] ?? 0
  })
/** Means of the squares that stand for each small pixel. */
const shrunk = (large: Float32Array, width: number, height: number, scale: number) =>
  Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) * scale, Math.floor(at / width) * scale]
    let sum = 0
    for (let j = 0; j < scale; j++)
      for (let i = 0; i < scale; i++) sum += large[(y + j) * width * scale + x + i] ?? 0
    return sum / scale ** 2
  })
const meanMiss = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length

describe.each([2, 4])('back-projection, x%i', (scale) => {
  it('takes out a change of light that the photo knows nothing of', () => {
    const small = hills(24, 18)
    const wrong = nearest(small, 24, 18, scale).map((value) => value + 0.1)
    const large = tensor(wrong, 24 * scale, 18 * scale)
    projectBack(large, tensor(small, 24, 18), scale)
    expect(meanMiss(shrunk(wrong, 24, 18, scale), small)).toBeCloseTo(0.1)
    expect(meanMiss(shrunk(large.values, 24, 18, scale), small)).toBeLessThan(0.01)
  })

  it('leaves a plain picture as it is', () => {
    const large = tensor(new Float32Array(400 * scale ** 2).fill(0.4), 20 * scale, 20 * scale)
    projectBack(large, tensor(new Float32Array(400).fill(0.4), 20, 20), scale)
    expect(large.values.every((value) => Math.abs(value - 0.4) < 1e-6)).toBe(true)
  })

  it('gives in a tile with its halo what it gives in the whole', () => {
    const [width, height, left, kept] = [40, 16, 12, 10]
    const small = hills(width, height)
    const start = hills(width * scale, height * scale, 1)
    const whole = tensor(start, width * scale, height * scale)
    projectBack(whole, tensor(small, width, height), scale)
    const from = left - BACK_PROJECTION_HALO_PX
    const wide = kept + 2 * BACK_PROJECTION_HALO_PX
    const cut = (values: Float32Array, row: number, x: number, count: number) =>
      Float32Array.from({ length: (values.length / row) * count }, (_, at) => {
        return values[Math.floor(at / count) * row + x + (at % count)] ?? 0
      })
    const part = tensor(
      cut(start, width * scale, from * scale, wide * scale),
      wide * scale,
      height * scale,
    )
    projectBack(part, tensor(cut(small, width, from, wide), wide, height), scale)
    const inner = cut(part.values, wide * scale, (left - from) * scale, kept * scale)
    const expected = cut(whole.values, width * scale, left * scale, kept * scale)
    expect(
      Math.max(...inner.map((value, at) => Math.abs(value - (expected[at] ?? 0)))),
    ).toBeLessThan(1e-6)
  })
})
