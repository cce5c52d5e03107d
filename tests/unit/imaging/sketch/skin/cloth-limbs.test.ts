import { describe, expect, it } from 'vitest'
import { withoutCloth } from '#core/imaging/tools/sketch/skin/cloth-limbs.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { paintPlane } from '../../made-pictures.ts'

const SIDE = 200
const FAR = 0.55
const LIGHT = 0.6
const SKIN = [0.06, 0.06] as const
const KHAKI = [0.03, 0.08] as const

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

/** What was taken for a limb, and a hand on it. */
const isLimb = (x: number, y: number) => Math.abs(x - 100) < 45 && y > 95 && y < 190
const isHand = (x: number, y: number) => Math.abs(x - 70) < 8 && Math.abs(y - 150) < 8

/** @returns what is left of the cloth, and of the hand, as skin */
function left(
  cloth: readonly [number, number],
  { light = LIGHT, face = SKIN }: { light?: number; face?: readonly [number, number] } = {},
) {
  const hueAt = (x: number, y: number) => (isHand(x, y) ? SKIN : cloth)
  const lab = {
    light: planeOf(() => light).values,
    a: planeOf((x, y) => hueAt(x, y)[0] * light).values,
    b: planeOf((x, y) => hueAt(x, y)[1] * light).values,
  }
  const limbs = planeOf((x, y) => (isLimb(x, y) ? FAR : 0))
  const found = { share: planeOf((x, y) => (isLimb(x, y) ? FAR : 0)), bare: planeOf(() => 0) }
  withoutCloth(kernels, limbs, found, { lab, hue: () => face })
  const at = (x: number, y: number) => found.share.values[y * SIDE + x] ?? 0
  expect(limbs.values).toEqual(found.share.values)
  return { cloth: at(100, 130), hand: at(70, 150) }
}

describe('cloth that was taken for limbs in a sketch', () => {
  it('is no skin where it is khaki, and a hand on it stays', () => {
    expect(left(KHAKI).cloth).toBe(0)
    expect(left(KHAKI).hand).toBeCloseTo(FAR, 5)
  })

  it('is a limb where it has the hue of its face, and where that is nearly as yellow', () => {
    expect(left(SKIN).cloth).toBeCloseTo(FAR, 5)
    expect(left(KHAKI, { face: [0.03, 0.075] }).cloth).toBeCloseTo(FAR, 5)
  })

  it('is not told in the dark, where hues are noise', () => {
    expect(left(KHAKI, { light: 0.25 }).cloth).toBeCloseTo(FAR, 5)
  })
})
