import { describe, expect, it } from 'vitest'
import { areaOf, rounded, tracedOutlines } from '#core/imaging/tools/anime/faces/traced/traced.ts'

const SIDE = 40
const planeOf = (valueAt: (x: number, y: number) => number) => ({
  widthPx: SIDE,
  heightPx: SIDE,
  values: Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    valueAt((i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5),
  ),
})
const awayFrom = (x: number, y: number) => Math.hypot(x - 20, y - 20)

describe('outlines of a plane', () => {
  it('lie where it has the level, between its pixels', () => {
    const [disc, ...others] = tracedOutlines(
      planeOf((x, y) => -awayFrom(x, y)),
      -9.3,
    )
    expect(others).toEqual([])
    for (const { x, y } of disc ?? []) expect(awayFrom(x, y)).toBeCloseTo(9.3, 1)
    expect(areaOf(disc ?? [])).toBeCloseTo(Math.PI * 9.3 ** 2, -1)
  })

  it('go round a hole the other way', () => {
    const ring = planeOf((x, y) => -Math.abs(awayFrom(x, y) - 9))
    const areas = tracedOutlines(ring, -3).map(areaOf)
    expect(areas.filter((area) => area > 0)).toHaveLength(1)
    expect(areas.filter((area) => area < 0)).toHaveLength(1)
  })

  it('end at the edge of the plane, and part what touches at a corner alone', () => {
    expect(
      tracedOutlines(
        planeOf((x) => x),
        30,
      ),
    ).toHaveLength(1)
    const corners = planeOf((x, y) => (x < 20 === y < 20 ? 1 : 0))
    expect(tracedOutlines(corners, 0.5)).toHaveLength(2)
  })

  it('lose their small corners and keep their place', () => {
    const [square] = tracedOutlines(
      planeOf((x, y) => (Math.max(Math.abs(x - 20), Math.abs(y - 20)) < 8 ? 1 : 0)),
      0.5,
    )
    const round = rounded(square ?? [], 3)
    expect(areaOf(round)).toBeGreaterThan(0.95 * areaOf(square ?? []))
    expect(areaOf(round)).toBeLessThan(areaOf(square ?? []))
  })
})
