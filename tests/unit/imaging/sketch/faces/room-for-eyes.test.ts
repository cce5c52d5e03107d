import { describe, expect, it } from 'vitest'
import { type Point, pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { makeRoomForEyes } from '#core/imaging/tools/sketch/faces/room-for-eyes.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { people, SIDE } from '../../made-face.ts'
import { evenPlane } from '../../made-pictures.ts'

/** A picture that is so much larger than a face that the face is small in it. */
const WHOLE = SIDE * 8

const made = (): FoundFace => {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  return face
}

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/** How dark it stays in the middle of an eye where all is dark down to `v` face widths below it. */
function shadeInEye(face: FoundFace, v: number) {
  const eye = middle([
    ...pointsOf(face.points, 'rightUpperLid'),
    ...pointsOf(face.points, 'rightLowerLid'),
  ])
  const [shading, lines] = [createFloatPlane(WHOLE, WHOLE), createFloatPlane(WHOLE, WHOLE)]
  lines.values.fill(1)
  for (let y = 0; y < Math.min(WHOLE, eye.y + v * face.widthPx); y++) {
    shading.values.fill(1, y * WHOLE, (y + 1) * WHOLE)
  }
  makeRoomForEyes({ shading, lines }, [face])
  return shading.values[Math.round(eye.y) * WHOLE + Math.round(eye.x)] ?? 0
}

describe('the eyes of a small face in ink', () => {
  it('have room under a fringe', () => {
    expect(shadeInEye(made(), 0.06)).toBeLessThan(0.5)
  })

  it('stay filled behind dark glass, which goes on below them', () => {
    expect(shadeInEye(made(), 0.3)).toBe(1)
  })

  it('part from a brow with which a pen would fill them in one bar, and both stay filled', () => {
    const face = made()
    const [lid, brow] = [
      middle(pointsOf(face.points, 'rightUpperLid')),
      middle(pointsOf(face.points, 'rightBrowBottom')),
    ]
    const shading = createFloatPlane(WHOLE, WHOLE)
    const lines = evenPlane(WHOLE, WHOLE, 1)
    const at = (y: number) => Math.round(y) * WHOLE + Math.round(lid.x)
    for (let y = Math.round(brow.y - 6); y < lid.y + 12; y++)
      shading.values.fill(1, y * WHOLE, (y + 1) * WHOLE)
    makeRoomForEyes({ shading, lines }, [face])
    expect(shading.values[at((lid.y + brow.y) / 2)]).toBeLessThan(0.1)
    expect(shading.values[at(brow.y)]).toBe(1)
    expect(shading.values[at(lid.y + 4)]).toBe(1)
  })

  it('stay what they are in a large face', () => {
    const face = made()
    expect(shadeInEye({ ...face, widthPx: WHOLE / 5 }, 0.06)).toBe(1)
  })
})
