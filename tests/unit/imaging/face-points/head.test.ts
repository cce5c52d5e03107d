import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { MIDDLE, people, SIDE } from '../made-face.ts'

const size = { widthPx: SIDE, heightPx: SIDE }

describe('the head of a face', () => {
  it('is the same where last digits of its points differ, as what networks are shown is cut by it', () => {
    const [face] = people().faces
    if (!face) throw new Error('There is a face.')
    const points = face.points.points.map(({ x, y }, k) => ({
      x: x + 1e-4 * Math.sin(1.7 * k),
      y: y + 1e-4 * Math.cos(2.3 * k),
    }))
    const moved = {
      ...face,
      widthPx: face.widthPx + 1e-4,
      points: { ...face.points, points },
    }
    const [here, there] = [headOf(face, size), headOf(moved, size)]
    expect(there.box).toEqual(here.box)
    expect(there.widthPx).toBe(here.widthPx)
    expect(there.place(MIDDLE.x, 40)).toEqual(here.place(MIDDLE.x, 40))
  })
})
