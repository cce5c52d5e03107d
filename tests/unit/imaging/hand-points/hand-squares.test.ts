import { describe, expect, it } from 'vitest'
import { scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { handSquares } from '#core/imaging/hand-points/hand-squares.ts'
import { people } from '../made-face.ts'
import { paintPlane } from '../made-pictures.ts'

const SIDE = 800
/** A face 40 px wide whose middle lies at (40, 40). */
const [made] = people().faces
const face = made && scaledFace(made, 0.25)

const squaresOf = (isSkin: (x: number, y: number) => boolean, isPerson = true) => {
  const skin = paintPlane(SIDE, SIDE, (x, y) => (isSkin(x, y) ? 1 : 0))
  const person = paintPlane(SIDE, SIDE, () => (isPerson ? 1 : 0))
  return face === undefined ? [] : handSquares([face], skin, person)
}

const isIn = (x: number, y: number, left: number, top: number, side: number) =>
  x >= left && x < left + side && y >= top && y < top + side

describe('the squares in which hands are looked for', () => {
  it('hold skin beyond the face, and there is none without it', () => {
    expect(squaresOf(() => false)).toEqual([])
    const [square, ...others] = squaresOf((x, y) => isIn(x, y, 100, 200, 30))
    expect(others).toEqual([])
    expect(square?.sidePx).toBe(160)
    expect(Math.abs((square?.centre.x ?? 0) - 115)).toBeLessThan(40)
    expect(Math.abs((square?.centre.y ?? 0) - 215)).toBeLessThan(40)
  })

  it('are one for each hand that lies far from the others', () => {
    const isHand = (x: number, y: number) => isIn(x, y, 10, 250, 30) || isIn(x, y, 190, 60, 30)
    expect(squaresOf(isHand)).toHaveLength(2)
  })

  it('are none for the face itself, for nobody, and beyond reach', () => {
    expect(squaresOf((x, y) => isIn(x, y, 30, 30, 20))).toEqual([])
    expect(squaresOf((x, y) => isIn(x, y, 100, 200, 30), false)).toEqual([])
    expect(squaresOf((x, y) => isIn(x, y, 600, 200, 60))).toEqual([])
  })

  it('are the whole picture for a face that fills most of it', () => {
    const [close] = people().faces
    const all = paintPlane(320, 320, () => 1)
    expect(close && handSquares([close], all, all)).toEqual([
      { centre: { x: 160, y: 160 }, sidePx: 320 },
    ])
  })
})
