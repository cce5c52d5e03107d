import { expect, it } from 'vitest'
import { clearBeforeProfiles } from '#core/imaging/tools/sketch/lines/before-profiles.ts'
import { FACE, isFace, MIDDLE, people, planeWhere, SIDE } from '../../made-face.ts'
import { testJob } from '../../made-pictures.ts'

/** A light that the mask takes for a part of the head, beside its brow on one side. */
const isLight = (x: number, y: number) =>
  Math.abs(y - (MIDDLE.y - 50)) < 20 && x > MIDDLE.x + 60 && x < MIDDLE.x + FACE.across + 40
const LIGHT = { x: MIDDLE.x + FACE.across + 25, y: MIDDLE.y - 50 }

/** What the mask has of the light, and of the face, of one that is turned so far. */
function left(frontal: number, { isHair = false } = {}) {
  const who = people((x, y) => isFace(x, y) || isLight(x, y))
  const [seen] = who.faces
  if (seen === undefined) throw new Error('no face')
  const points = seen.points.points.map((p) => ({ ...p }))
  points[4] = { x: MIDDLE.x + FACE.across, y: MIDDLE.y + 10 }
  points[10] = { x: MIDDLE.x + 40, y: MIDDLE.y - FACE.down }
  points[152] = { x: MIDDLE.x + 40, y: MIDDLE.y + FACE.down }
  points[234] = { x: MIDDLE.x - FACE.across, y: MIDDLE.y }
  points[454] = { x: MIDDLE.x + 40, y: MIDDLE.y }
  const face = { ...seen, frontal, points: { ...seen.points, points } }
  const person = planeWhere((x, y) => isFace(x, y) || isLight(x, y))
  const known = { skin: planeWhere(isFace), hair: isHair ? planeWhere(isLight) : null }
  clearBeforeProfiles(testJob().kernels, person, known, [face])
  const at = ({ x, y }: { readonly x: number; readonly y: number }) => person.values[y * SIDE + x]
  return { light: at(LIGHT), face: at(MIDDLE) }
}

it('what lies before a profile and is neither skin nor hair is nobody’s', () => {
  expect(left(0)).toEqual({ light: 0, face: 1 })
})

it('hair before a profile stays, and what lies beside a face that looks at us', () => {
  expect(left(0, { isHair: true }).light).toBe(1)
  expect(left(0.6).light).toBe(1)
})
