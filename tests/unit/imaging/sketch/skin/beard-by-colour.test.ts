import { expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { beardByColour } from '#core/imaging/tools/sketch/skin/beard-by-colour.ts'
import { isFace, MIDDLE, people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const skin: Rgb = [200, 158, 136]
const brown: Rgb = [84, 52, 36]

/** A face of which the network of points says so much of a beard. */
function faceWith(chance: number): FoundFace {
  const [face] = people().faces
  if (face === undefined) throw new Error('There is a face.')
  const beard = { moustache: chance, chin: chance, cheeks: chance }
  return { ...face, points: { ...face.points, beard } }
}

/** How sure a beard is on a face that is brown where it is said. */
function beardOf(face: FoundFace, isBrown: (x: number, y: number) => boolean): number {
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (!isFace(x, y)) return [3, 3, 4]
    return isBrown(x, y) ? brown : skin
  })
  const { moustache, chin, cheeks } = beardByColour(picture, face).points.beard
  return Math.min(moustache, chin, cheeks)
}

const isBelow = (y: number) => y > MIDDLE.y + 28

it('a face whose lip, chin and cheeks are much darker than the skin under its eyes has a beard, if the network doubts', () => {
  expect(beardOf(faceWith(0.2), (_, y) => isBelow(y))).toBeGreaterThan(0.9)
})

it('a face of which the network knows that it is shaven has none, however dark its lower half is', () => {
  expect(beardOf(faceWith(0.05), (_, y) => isBelow(y))).toBe(0.05)
})

it('a shadow over one cheek is no beard, and a face that is turned aside is not asked', () => {
  const isAside = (x: number, y: number) => isBelow(y) && x < MIDDLE.x
  expect(beardOf(faceWith(0.2), isAside)).toBe(0.2)
  expect(beardOf({ ...faceWith(0.2), frontal: 0.2 }, (_, y) => isBelow(y))).toBe(0.2)
})
