import { describe, expect, it } from 'vitest'
import { hatchSoftDarks } from '#core/imaging/tools/sketch/tone/soft-darks.ts'
import { paintPlane, testJob } from '../../made-pictures.ts'

const SIDE = 400
const MIDDLE = 100
/** Two darks, one of them out of focus, and how far from its middle a place lies. */
const soft = { x: 100, y: 200 }
const firm = { x: 300, y: 200 }

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

const shadingOf = () =>
  planeOf((x, y) => {
    const blurred = 0.95 * Math.exp(-(((x - soft.x) ** 2 + (y - soft.y) ** 2) / (2 * 45 ** 2)))
    return Math.hypot(x - firm.x, y - firm.y) < 50 ? 0.95 : x < 200 ? blurred : 0.1
  })

const at = ({ values }: { values: Float32Array }, { x, y }: typeof soft) =>
  values[y * SIDE + x] ?? 0

describe('darks of an ink drawing', () => {
  it('are hatched where they are out of focus, and black where they have an edge', async () => {
    const shading = shadingOf()
    await hatchSoftDarks(testJob(), shading, null)
    expect(at(shading, soft)).toBeLessThan(0.7)
    expect(at(shading, soft)).toBeGreaterThan(0.6)
    expect(at(shading, firm)).toBeCloseTo(0.95, 5)
    expect(at(shading, { x: MIDDLE, y: 120 })).toBeCloseTo(
      at(shadingOf(), { x: MIDDLE, y: 120 }),
      5,
    )
  })

  it('are black at people, whose hair is soft', async () => {
    const shading = shadingOf()
    await hatchSoftDarks(
      testJob(),
      shading,
      planeOf(() => 1),
    )
    expect(at(shading, soft)).toBeCloseTo(0.95, 5)
  })
})
