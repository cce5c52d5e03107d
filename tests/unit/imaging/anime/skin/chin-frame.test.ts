import { expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { isBelowJaw } from '#core/imaging/tools/anime/skin/chin-frame.ts'
import { FACE, MIDDLE, people } from '../../made-face.ts'

const EDGE = MIDDLE.x - 30

/** A face that is turned so far that the outline of its far side lies over its near one. */
function turned(face: FoundFace): FoundFace {
  const points = [...face.points.points]
  for (const index of facePointGroups.jaw) {
    const point = points[index]
    if (point !== undefined && point.x < EDGE)
      points[index] = { ...point, x: EDGE + (EDGE - point.x) / 2 }
  }
  return { ...face, points: { ...face.points, points } }
}

it('no place of a face is below its jaw, however far its head is turned', () => {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody there')
  const isBelow = isBelowJaw(turned(face))
  for (let x = EDGE + 2; x < MIDDLE.x + 30; x += 2) {
    expect(isBelow(x, MIDDLE.y + FACE.down * 0.6), `at ${x}`).toBe(false)
    expect(isBelow(x, MIDDLE.y + FACE.down + 6), `under ${x}`).toBe(true)
  }
})
