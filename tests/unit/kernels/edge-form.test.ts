import { describe, expect, it } from 'vitest'
import { planeRows } from '#core/pixels/pixels.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'

const RADIUS_PX = 4
const ITERATIONS = 3
const HALO_PX = RADIUS_PX * ITERATIONS + 4

/** Rings, and noise beside them. */
function drawn(widthPx: number, heightPx: number): FloatPlane {
  const values = new Float32Array(widthPx * heightPx)
  for (let i = 0; i < values.length; i++) {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)]
    const rings = 0.5 + 0.4 * Math.sin(Math.hypot(x - widthPx / 3, y - heightPx / 2) / 3)
    values[i] = x < widthPx / 2 ? rings : ((i * 7919) % 1009) / 1008
  }
  return { widthPx, heightPx, values }
}

const furthest = (made: Float32Array, expected: Float32Array) =>
  made.reduce((most, value, i) => Math.max(most, Math.abs(value - (expected[i] ?? Number.NaN))), 0)

describe.each([
  [64, 48],
  [37, 5],
  [5, 41],
  [1, 1],
  [2, 9],
])('directions of edges, %i x %i', (w, h) => {
  const luma = drawn(w, h)
  const made = kernels.edgeForm(luma, RADIUS_PX, ITERATIONS)

  it('are the doubled angles of the tangents along them', () => {
    const { tx, ty } = kernels.edgeTangentFlow(luma, RADIUS_PX, ITERATIONS)
    const cos2 = tx.map((x, i) => x * x - (ty[i] as number) * (ty[i] as number))
    expect(made.cos2.values).toEqual(cos2)
    expect(made.sin2.values).toEqual(tx.map((x, i) => 2 * x * (ty[i] as number)))
  })

  it('are as sure as the gradients about a place agree', () => {
    const { sure } = plainKernels.edgeForm(luma, RADIUS_PX, ITERATIONS)
    expect(furthest(made.sure.values, sure.values)).toBeLessThan(1e-3)
  })
})

describe('directions of edges in strips', () => {
  it('are those of the whole, to the bit', () => {
    const luma = drawn(50, 90)
    const whole = kernels.edgeForm(luma, RADIUS_PX, ITERATIONS)
    const read = planeRows(luma, 40 - HALO_PX, 20 + 2 * HALO_PX)
    const part = kernels.edgeForm(read, RADIUS_PX, ITERATIONS)
    for (const name of ['cos2', 'sin2', 'sure'] as const) {
      const kept = planeRows(part[name], HALO_PX, 20)
      expect(kept.values).toEqual(planeRows(whole[name], 40, 20).values)
    }
  })
})
