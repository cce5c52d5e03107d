import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { type FacePointGroup, facePointGroups } from '#core/imaging/face-points/groups.ts'
import { withRaisedSmile } from '#core/imaging/tools/anime/faces/features/smile.ts'
import { FACE, MIDDLE, people } from '../../../made-face.ts'

/** With an open mouth of so many face widths whose corners lie so far below its middle, px. */
function withMouth(wide: number, hangs: number): FoundFace {
  const [front] = people().faces
  if (!front) throw new Error('There is a face.')
  const points: Point[] = [...front.points.points]
  const half = wide * FACE.across
  const line = (group: FacePointGroup, by: number) => {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      const along = (2 * i) / (indices.length - 1) - 1
      const y = MIDDLE.y + 50 + hangs * along ** 2 + by * (1 - along ** 2)
      points[index] = { x: MIDDLE.x + half * along, y }
    })
  }
  line('lipsTop', -6)
  line('lipsBottom', 18)
  line('mouthTop', 0)
  line('mouthBottom', 12)
  return { ...front, points: { ...front.points, points } }
}

const cornerOf = (face: FoundFace) => pointsOf(face.points, 'lipsTop')[0]?.y ?? 0

describe('the corners of a mouth', () => {
  it('are raised where a broad smile hangs', () => {
    const hanging = withMouth(0.5, 8)
    expect(cornerOf(withRaisedSmile(hanging))).toBeLessThan(cornerOf(hanging) - 2)
  })

  it('stay where they are in a smile that rises, and in a mouth that is no wider than most', () => {
    for (const face of [withMouth(0.5, -5), withMouth(0.36, 8)]) {
      expect(cornerOf(withRaisedSmile(face))).toBe(cornerOf(face))
    }
  })
})
