import { away, moved } from '../../../../face-points/face-lines.ts'
import { pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { facePointGroups } from '../../../../face-points/groups.ts'

const LIPS = ['lipsTop', 'lipsBottom', 'mouthTop', 'mouthBottom'] as const

/** A face with the corners of its mouth higher, and what lies between them the less, the nearer to the middle. */
export function withCornersRaised(face: FoundFace, byPx: number): FoundFace {
  const lips = pointsOf(face.points, 'lipsTop')
  const [first, last] = [lips[0], lips.at(-1)]
  if (first === undefined || last === undefined) return face
  const widthPx = Math.max(1e-6, away(first, last))
  const centre = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
  const points = face.points.points.slice()
  for (const index of new Set(LIPS.flatMap((group) => facePointGroups[group]))) {
    const p = points[index] ?? centre
    const along = (p.x - centre.x) * face.across.x + (p.y - centre.y) * face.across.y
    points[index] = moved(p, face, 0, -byPx * Math.min(1, ((2 * along) / widthPx) ** 2))
  }
  return { ...face, points: { ...face.points, points } }
}
