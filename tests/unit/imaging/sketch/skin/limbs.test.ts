import { describe, expect, it } from 'vitest'
import { lightLimbs, touchOf, wholeLimbs } from '#core/imaging/tools/sketch/skin/limbs.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { paintPlane } from '../../made-pictures.ts'

const SIDE = 200
const FAR = 0.55

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

const isLeg = (x: number, y: number) => Math.abs(x - 60) < 20 && y > 60
/** Of another hue than the leg about it. */
const isKnee = (x: number, y: number) => Math.hypot(x - 60, y - 110) < 1.5
/** Of a leg's hue, and no leg is about it. */
const isBag = (x: number, y: number) => Math.hypot(x - 150, y - 110) < 20

const seen = () => {
  const [share, bare, body] = [planeOf(() => 0), planeOf(() => 0), planeOf(() => 0)]
  const far = planeOf((x, y) => (isLeg(x, y) && !isKnee(x, y) ? FAR : 0))
  const farLikely = planeOf((x, y) => (isLeg(x, y) || isBag(x, y) ? FAR : 0))
  return { share, bare, body, far, farLikely }
}

const at = (plane: { values: Float32Array }, x: number, y: number) =>
  plane.values[y * SIDE + x] ?? 0

describe('limbs in a sketch', () => {
  it('are whole where a place of another hue lies in skin, and nowhere else', () => {
    const found = seen()
    const limbs = wholeLimbs(kernels, found)
    if (limbs === null) throw new Error('no limbs')
    for (const plane of [limbs, found.share, found.bare]) {
      expect(at(plane, 60, 110)).toBeCloseTo(FAR, 2)
      expect(at(plane, 150, 110)).toBe(0)
    }
  })

  it('are none where all skin is near to its face', () => {
    expect(wholeLimbs(kernels, { ...seen(), far: planeOf(() => 0) })).toBeNull()
  })

  it('have a light of their own in the shade, and keep it in the sun', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) || isBag(x, y) ? FAR : 0))
    const luma = planeOf((x) => (x < 100 ? 0.3 : 0.75))
    const [gain, power] = [planeOf(() => 0), planeOf(() => 1)]
    lightLimbs(kernels, luma, { share: limbs, gain, power }, limbs)
    const lit = (x: number, y: number) =>
      Math.exp(Math.log(at(luma, x, y)) + at(limbs, x, y) * at(gain, x, y))
    expect(lit(60, 110)).toBeCloseTo(0.66, 2)
    expect(lit(150, 110)).toBeCloseTo(0.75, 3)
    expect(at(gain, 100, 20)).toBe(0)
  })

  it('are drawn as skin is, whatever light they take, and what is near a face as much as it is skin', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) ? FAR : 0))
    const share = planeOf((x, y) => (isLeg(x, y) ? FAR : isBag(x, y) ? 0.3 : 0))
    const touch = touchOf(kernels, { share, limbs })
    expect(at(touch, 60, 130)).toBeCloseTo(1, 3)
    expect(at(touch, 60, 62)).toBeGreaterThan(0.9)
    expect(at(touch, 150, 110)).toBeCloseTo(0.3, 5)
    expect(at(touch, 100, 20)).toBe(0)
  })

  it('are hatched where a hard shadow lies on them, and not black', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) ? FAR : 0))
    const luma = planeOf((_, y) => (y < 90 ? 0.04 : 0.6))
    const [gain, power] = [planeOf(() => 0), planeOf(() => 1)]
    lightLimbs(kernels, luma, { share: limbs, gain, power }, limbs)
    const lit = (x: number, y: number) =>
      Math.exp(Math.log(at(luma, x, y)) + at(limbs, x, y) * at(gain, x, y))
    expect(lit(60, 75)).toBeGreaterThan(0.25)
    expect(lit(60, 75)).toBeLessThan(0.5 * lit(60, 130) + 0.05)
  })

  it('go on in the light of the body from which they come, without an edge', () => {
    /** An arm is a body's own skin down to its elbow, and is less sure to be skin the further it is from the face. */
    const goesOn = (y: number) => Math.max(FAR, 1 - Math.max(0, y - 60) / 150)
    const limbs = planeOf((x, y) => (isLeg(x, y) ? goesOn(y) : 0))
    const [gain, power] = [planeOf(() => 0), planeOf(() => 1)]
    const share = planeOf((x) => (Math.abs(x - 60) < 20 ? 1 : 0))
    lightLimbs(
      kernels,
      planeOf(() => 0.3),
      { share, gain, power },
      limbs,
    )
    const along = Array.from({ length: 130 }, (_, i) => at(gain, 60, 50 + i))
    expect(Math.max(...along)).toBeGreaterThan(0.6)
    expect(at(gain, 60, 62)).toBeLessThan(0.02)
    const steps = along.slice(1).map((own, i) => Math.abs(own - (along[i] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(0.06)
  })
})
