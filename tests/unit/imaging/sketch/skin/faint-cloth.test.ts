import { describe, expect, it } from 'vitest'
import { faintClothIn } from '#core/imaging/tools/sketch/skin/faint-cloth.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { paintPlane } from '../../made-pictures.ts'

const SIDE = 300
const FACE = { hue: [0.06, 0.06], lightness: 0.65, dim: 0, widthPx: 40 } as const

const planeOf = (value: (x: number, y: number) => number) => paintPlane(SIDE, SIDE, value)

/** A skirt, legs below it, and an arm before it. */
const isSkirt = (x: number, y: number) => Math.abs(x - 150) < 50 && y > 80 && y < 200
const isLeg = (x: number, y: number) => Math.abs(x - 150) < 50 && y >= 200
const isArm = (x: number, y: number) => Math.abs(x - 115) < 10 && y > 80 && y < 200

interface Seen {
  /** Strength of the hue of skirt and legs against the face's. */
  readonly skirt: number
  readonly legs?: number
  readonly light?: number
  readonly half?: number
  readonly dim?: number
}

/** @returns how sure it is that skirt, legs and arm are cloth */
function clothOf({ skirt, legs = 1, light = 0.55, half = 50, dim = 0 }: Seen) {
  const isThere = (x: number, y: number) =>
    (isSkirt(x, y) || isLeg(x, y)) && Math.abs(x - 150) < half
  const strengthAt = (x: number, y: number) => (isArm(x, y) || !isSkirt(x, y) ? legs : skirt)
  const face = { ...FACE, dim }
  const hue = (own: number) => planeOf((x, y) => light * own * strengthAt(x, y)).values
  const found = faintClothIn(
    kernels,
    planeOf((x, y) => (isThere(x, y) ? 0.55 : 0)),
    {
      lab: { light: planeOf(() => light).values, a: hue(FACE.hue[0]), b: hue(FACE.hue[1]) },
      away: (_, y) => (y + 100) / FACE.widthPx,
      nearest: () => face,
    },
  )
  const at = (x: number, y: number) => found?.values[y * SIDE + x] ?? 0
  return { skirt: at(160, 140), legs: at(160, 260), arm: at(115, 140) }
}

describe('faint cloth that was taken for skin in a sketch', () => {
  it('is a skirt of a fainter hue than the face, and not the legs below nor an arm before it', () => {
    expect(clothOf({ skirt: 0.4 })).toEqual({ skirt: 1, legs: 0, arm: 0 })
  })

  it('is not what is as strong coloured as the face', () => {
    expect(clothOf({ skirt: 0.9 }).skirt).toBe(0)
  })

  it('is not what is as narrow as a limb, and not what shines', () => {
    expect(clothOf({ skirt: 0.4, half: 12 }).skirt).toBe(0)
    expect(clothOf({ skirt: 0.4, light: 0.75 }).skirt).toBe(0)
  })

  it('is not told by a face in the dark, where hues are noise', () => {
    expect(clothOf({ skirt: 0.4, dim: 1 }).skirt).toBe(0)
  })
})
