import { describe, expect, it } from 'vitest'
import { withoutFalse } from '#core/imaging/face-points/false-faces.ts'
import { type FoundFace, scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { MIDDLE, people } from './made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

/** A face so many times as wide as the first, so many of that one's widths aside of it and below it. */
function beside(size: number, aside: number, below: number): FoundFace {
  const small = scaledFace(face ?? never(), size)
  const [x, y] = [aside, below].map((by) => by * (face ?? never()).widthPx)
  const points = small.points.points.map((p) => ({
    x: p.x + MIDDLE.x * (1 - size) + (x ?? 0),
    y: p.y + MIDDLE.y * (1 - size) + (y ?? 0),
  }))
  return { ...small, points: { ...small.points, points } }
}

const never = (): never => {
  throw new Error('There is a face.')
}

const countWith = (other: FoundFace) => withoutFalse([face, other]).length

describe('a face that is found on somebody', () => {
  it('is none where it is a pendant or a print: small, and on the chest', () => {
    expect(countWith(beside(0.36, -0.4, 1.8))).toBe(1)
    expect(countWith(beside(0.4, 0.3, 1.2))).toBe(1)
  })

  it('is one where it is a child that is held there', () => {
    expect(countWith(beside(0.6, 0.3, 1.5))).toBe(2)
  })

  it('is one where somebody stands farther away beside or above them', () => {
    expect(countWith(beside(0.36, 1.2, 1.5))).toBe(2)
    expect(countWith(beside(0.36, 0, -1.2))).toBe(2)
    expect(countWith(beside(0.36, 0.6, 0.2))).toBe(2)
  })
})
