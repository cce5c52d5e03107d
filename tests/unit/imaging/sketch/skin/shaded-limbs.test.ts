import { describe, expect, it } from 'vitest'
import { growLimbs } from '#core/imaging/tools/sketch/skin/shaded-limbs.ts'
import { breadthOf } from '#core/imaging/tools/sketch/skin/skin-places.ts'
import { people } from '../../made-face.ts'
import { paintPlane } from '../../made-pictures.ts'

const SIDE = 200
const FAR = 0.55

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

/** A leg of which the left half lies in a shade, and a shoe of its colour under it. */
const isLeg = (x: number, y: number) => Math.abs(x - 60) < 20 && y > 60 && y < 160
const isShade = (x: number, y: number) => isLeg(x, y) && x < 60
const isShoe = (x: number, y: number) => Math.abs(x - 60) < 20 && y >= 160
/** A coat of skin's colour, of which a scrap was taken for skin. */
const isCoat = (x: number, y: number) => x > 100 && y > 60 && y < 160
const isScrap = (x: number, y: number) => Math.abs(x - 150) < 10 && Math.abs(y - 100) < 10

/** In the shade a hue is stronger; cloth behind has another one. */
function seen() {
  const isSkin = (x: number, y: number) => isLeg(x, y) || isShoe(x, y) || isCoat(x, y)
  const light = planeOf((x, y) => (isShade(x, y) ? 0.36 : 0.6))
  const of = (lit: number, shaded: number, cloth: number) =>
    planeOf((x, y) => {
      const hue = isShade(x, y) ? shaded : isSkin(x, y) ? lit : cloth
      return hue * (isShade(x, y) ? 0.36 : 0.6)
    }).values
  const lab = { light: light.values, a: of(0.07, 0.12, -0.02), b: of(0.08, 0.14, -0.2) }
  const hue = () => [0.065, 0.07] as const
  return { lab, person: planeOf(() => 1), away: (_: number, y: number) => y / 15, hue, cloth: [] }
}

const at = (plane: { values: Float32Array }, x: number, y: number) =>
  plane.values[y * SIDE + x] ?? 0

describe('limbs in a shade of their own in a sketch', () => {
  it('go on in their own colour, and not into what lies further off than all skin', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) && !isShade(x, y) ? FAR : 0))
    const found = { share: planeOf(() => 0), bare: planeOf(() => 0) }
    growLimbs(limbs, found, seen())
    for (const plane of [limbs, found.share, found.bare]) {
      expect(at(plane, 45, 110)).toBeCloseTo(FAR, 5)
      expect(at(plane, 60, 180)).toBe(0)
      expect(at(plane, 90, 110)).toBe(0)
    }
  })

  it('do not go on into what is known to be cloth', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) && !isShade(x, y) ? FAR : 0))
    const found = { share: planeOf(() => 0), bare: planeOf(() => 0) }
    growLimbs(limbs, found, { ...seen(), cloth: [planeOf((x, y) => (isShade(x, y) ? 1 : 0))] })
    expect(at(limbs, 45, 110)).toBe(0)
    expect(at(limbs, 70, 110)).toBeCloseTo(FAR, 5)
  })

  it('are no coat of which a scrap has the colour of skin', () => {
    const limbs = planeOf((x, y) => (isScrap(x, y) ? FAR : 0))
    const found = { share: planeOf(() => 0), bare: planeOf(() => 0) }
    growLimbs(limbs, found, seen())
    expect(at(limbs, 150, 100)).toBeCloseTo(FAR, 5)
    expect(at(limbs, 120, 100)).toBe(0)
  })

  it('are no khaki trousers, which are much yellower than the face', () => {
    const limbs = planeOf((x, y) => (isLeg(x, y) && !isShade(x, y) ? FAR : 0))
    const found = { share: planeOf(() => 0), bare: planeOf(() => 0) }
    growLimbs(limbs, found, { ...seen(), hue: () => [0.065, 0.015] })
    expect(at(limbs, 45, 110)).toBe(0)
  })

  it('lie as far from a face that is turned aside as from one that is not', () => {
    const [face] = people().faces
    if (face === undefined) throw new Error('There is a face.')
    expect(breadthOf(face)).toBe(1)
    const aside = { ...face, widthPx: face.widthPx / 2 }
    expect(aside.widthPx * breadthOf(aside)).toBeGreaterThan(0.75 * face.widthPx)
  })
})
