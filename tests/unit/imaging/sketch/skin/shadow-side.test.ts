import { describe, expect, it } from 'vitest'
import { liftOfShadows } from '#core/imaging/tools/sketch/skin/shadow-side.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paintPlane, testJob } from '../../made-pictures.ts'

const SIDE = 120
const LIT = 0.7
const SHADE = 0.2

const made = (value: (x: number, y: number) => number): FloatPlane => paintPlane(SIDE, SIDE, value)

/** Black eyes, one on either side. */
const isEye = (x: number, y: number) =>
  Math.abs(y - 40) < 4 && Math.min(Math.abs(x - 35), Math.abs(x - 85)) < 7
const isSkin = (x: number, y: number) => Math.hypot(x - 60, y - 60) < 50

/** A face whose light is as it should be, but for a half that lies in a shadow. */
async function lifts(shade = SHADE) {
  const light = (x: number) => (x < 60 ? LIT : shade)
  const luma = made((x, y) => (isEye(x, y) ? 0.03 : light(x)))
  const skin = {
    bare: made((x, y) => (isSkin(x, y) && !isEye(x, y) ? 1 : 0)),
    gain: made(() => 0),
    power: made(() => 1),
  }
  const { values } = await liftOfShadows(testJob(), luma, skin, LIT, 100)
  return (x: number, y: number) => values[y * SIDE + x] ?? 0
}

describe('a face half in shadow', () => {
  it('is lifted there, by a part of what it is darker, and up to the shadow’s edge', async () => {
    const lift = await lifts()
    const whole = Math.log(LIT / SHADE)
    expect(lift(90, 70)).toBeGreaterThan(0.3 * whole)
    expect(lift(90, 70)).toBeLessThan(0.7 * whole)
    expect(lift(63, 70)).toBeGreaterThan(0.75 * lift(90, 70))
    expect(lift(56, 70)).toBeLessThan(0.1)
    expect(lift(30, 70)).toBeLessThan(0.01)
  })

  it('keeps its eyes as dark against the skin about them', async () => {
    const lift = await lifts()
    expect(lift(35, 40)).toBeLessThan(0.03)
    expect(lift(85, 40)).toBeGreaterThan(0.8 * lift(90, 70))
    expect(lift(85, 40)).toBeLessThan(1.2 * lift(90, 70))
  })

  it('has its soft shading, and nothing beside it is lifted', async () => {
    const soft = await lifts(0.55)
    expect(soft(90, 70)).toBe(0)
    expect((await lifts())(118, 118)).toBe(0)
  })
})
