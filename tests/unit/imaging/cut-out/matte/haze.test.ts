import { describe, expect, it } from 'vitest'
import { clearHaze } from '#core/imaging/tools/cut-out/matte/haze.ts'
import { INSIDE, UNDECIDED } from '#core/imaging/tools/cut-out/matte/trimap.ts'
import { createFloatPlane, createPlane } from '#core/pixels/pixels.ts'

const SIDE = 1000
/** A person on the left, whose hair ends at 300, and what lies beside it. */
function clearedBeside(value: (x: number, y: number) => number) {
  const matte = createFloatPlane(SIDE, SIDE)
  const trimap = createPlane(SIDE, SIDE)
  for (let at = 0; at < matte.values.length; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    matte.values[at] = x < 300 ? 1 : value(x, y)
    trimap.values[at] = x < 280 ? INSIDE : UNDECIDED
  }
  clearHaze(matte, trimap)
  return (x: number, y: number) => matte.values[y * SIDE + x] ?? 0
}

describe('what lies beside hair', () => {
  it('is cleared where it is haze, and stays where it is a strand’s end', () => {
    const at = clearedBeside(() => 0.15)
    expect(at(302, 500)).toBeCloseTo(0.15)
    expect(at(330, 500)).toBe(0)
    expect(at(299, 500)).toBe(1)
  })

  it('is cleared however solid it is, where it hangs by haze alone', () => {
    const isFlower = (x: number, y: number) => Math.hypot(x - 360, y - 500) < 20
    const at = clearedBeside((x, y) => (isFlower(x, y) ? 0.9 : 0.15))
    expect(at(360, 500)).toBe(0)
  })

  it('stays where it is hair that is tied to a head, however far it flies', () => {
    const isLock = (y: number) => Math.abs(y - 500) < 2
    const at = clearedBeside((_, y) => (isLock(y) ? 0.5 : 0))
    expect(at(600, 500)).toBeCloseTo(0.5)
  })
})
