import { describe, expect, it } from 'vitest'
import {
  averageWithParts,
  blend,
  cornersOf,
  squaresAlong,
} from '#core/imaging/tools/cut-out/people/looks/looks.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import type { Plane, Raster } from '#core/pixels/raster.ts'
import { evenPlane, portrait, testJob } from '../../../made-pictures.ts'

const whole = { x: 0, y: 0, width: 400, height: 400 }
const filled = (value: number) => evenPlane(400, 400, value)
const answering = (value: number) => {
  return async ({ widthPx, heightPx }: Raster): Promise<Plane> => {
    const plane = createPlane(widthPx, heightPx)
    plane.values.fill(value)
    return plane
  }
}

describe('a mask averaged with looks at the corners', () => {
  it('stays what it was where every look agrees', async () => {
    const mask = filled(1)
    await averageWithParts(testJob(), portrait(), mask, cornersOf(whole), answering(255))
    expect(mask.values.every((value) => Math.abs(value - 1) < 1e-5)).toBe(true)
  })

  it('keeps a fifth of what only the first look saw in the middle, and half at a corner', async () => {
    const mask = filled(1)
    await averageWithParts(testJob(), portrait(), mask, cornersOf(whole), answering(0))
    const at = (x: number, y: number) => mask.values[y * 400 + x] ?? 0
    expect(at(200, 200)).toBeCloseTo(1 / 5)
    expect(at(5, 5)).toBeCloseTo(1 / 2)
  })

  it('leaves what lies outside of the box alone', async () => {
    const mask = filled(1)
    const box = { x: 100, y: 100, width: 200, height: 200 }
    await averageWithParts(testJob(), portrait(), mask, cornersOf(box), answering(0))
    expect(mask.values[50 * 400 + 50]).toBe(1)
    expect(mask.values[200 * 400 + 200]).toBeLessThan(0.3)
  })

  it('has no seam where a corner ends', async () => {
    const mask = filled(1)
    await averageWithParts(testJob(), portrait(), mask, cornersOf(whole), answering(0))
    const row = mask.values.subarray(200 * 400, 201 * 400)
    const steps = row.subarray(1).map((value, x) => Math.abs(value - (row[x] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(0.02)
  })
})

describe('squares along people', () => {
  it('lie at both ends and in the middle, as wide as the people are', () => {
    const group = { x: 10, y: 20, width: 300, height: 200 }
    const square = { y: 20, width: 200, height: 200 }
    expect(squaresAlong(group)).toEqual([10, 60, 110].map((x) => ({ x, ...square })))
  })

  it('are of somebody slim half the height high, and no wider than their box', () => {
    const slim = { x: 50, y: 0, width: 100, height: 400 }
    const part = { x: 50, width: 100, height: 200 }
    expect(squaresAlong(slim)).toEqual([0, 100, 200].map((y) => ({ y, ...part })))
  })
})

it('a closer look replaces the mask in its middle and fades out towards its sides', () => {
  const mask = filled(0)
  const look = evenPlane(200, 200, 1)
  blend(mask, look, { x: 100, y: 100, width: 200, height: 200 }, 0.2)
  const at = (x: number, y: number) => mask.values[y * 400 + x] ?? 0
  expect([at(200, 200), at(99, 200)]).toEqual([1, 0])
  expect(at(101, 200)).toBeLessThan(0.01)
})
