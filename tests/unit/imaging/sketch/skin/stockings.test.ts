import { describe, expect, it } from 'vitest'
import type { NearestFace } from '#core/imaging/tools/sketch/skin/nearest-face.ts'
import { stockingsIn } from '#core/imaging/tools/sketch/skin/stockings.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { paintPlane } from '../../made-pictures.ts'

const SIDE = 200
const FACE: NearestFace = { hue: [0.06, 0.06], lightness: 0.65, dim: 0, widthPx: 30 }

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

const isLeft = (x: number, y: number) => Math.abs(x - 60) < 16 && y > 80
const isRight = (x: number, y: number) => Math.abs(x - 140) < 16 && y > 80
/** Where a skirt throws its shadow on both. */
const isTop = (y: number) => y < 110
/** Where nylon is stretched over a knee. */
const isKnee = (y: number) => Math.abs(y - 140) < 12

interface Legs {
  readonly light: (x: number, y: number) => number
  /** Strength of their hue against the face's. */
  readonly strength?: number
  readonly face?: NearestFace
  readonly faceAt?: number
}

/** @returns how much of the left leg and of the right is under stockings */
function covered({ light, strength = 1, face = FACE, faceAt = -200 }: Legs) {
  const limbs = planeOf((x, y) => (isLeft(x, y) || isRight(x, y) ? 0.55 : 0))
  const lights = planeOf(light)
  const hue = (own: number) => lights.values.map((value) => value * own * strength)
  const lab = { light: lights.values, a: hue(FACE.hue[0]), b: hue(FACE.hue[1]) }
  const found = stockingsIn(kernels, limbs, {
    lab,
    away: (_, y) => (y - faceAt) / FACE.widthPx,
    nearest: () => face,
  })
  const share = (isLeg: (x: number, y: number) => boolean) => {
    const leg = planeOf((x, y) => (isLeg(x, y) ? 1 : 0)).values
    const all = leg.reduce((sum, own) => sum + own, 0)
    return leg.reduce((sum, own, i) => sum + own * (found?.values[i] ?? 0), 0) / all
  }
  return [share(isLeft), share(isRight)] as const
}

describe('stockings in a sketch', () => {
  it('are what is much darker than the face and not stronger coloured, with the knee that shows through', () => {
    const [left, right] = covered({ light: (_, y) => (isKnee(y) ? 0.5 : 0.36) })
    expect(left).toBeGreaterThan(0.95)
    expect(right).toBeGreaterThan(0.95)
  })

  it('are on both legs where one of them is lit', () => {
    const [left, right] = covered({ light: (x, y) => (x > 100 && y > 120 ? 0.5 : 0.36) })
    expect(left).toBeGreaterThan(0.95)
    expect(right).toBeGreaterThan(0.95)
  })

  it('are no bare legs, in the light, in a shadow of a skirt or wholly in the shade', () => {
    expect(covered({ light: () => 0.55 })).toEqual([0, 0])
    expect(covered({ light: (_, y) => (isTop(y) ? 0.36 : 0.55) })).toEqual([0, 0])
    expect(covered({ light: () => 0.38, strength: 1.5 })).toEqual([0, 0])
  })

  it('are told of dark skin only where they are darker still', () => {
    const face = { ...FACE, lightness: 0.48 }
    expect(covered({ light: () => 0.31, face })).toEqual([0, 0])
    expect(covered({ light: () => 0.26, face })[0]).toBeGreaterThan(0.95)
  })

  it('are not on arms, nor told by a face in the dark', () => {
    expect(covered({ light: () => 0.36, faceAt: 40 })).toEqual([0, 0])
    expect(covered({ light: () => 0.36, face: { ...FACE, dim: 1 } })).toEqual([0, 0])
  })
})
