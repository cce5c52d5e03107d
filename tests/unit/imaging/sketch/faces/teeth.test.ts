import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import { joinTeeth } from '#core/imaging/tools/sketch/faces/teeth.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { people, SIDE } from '../../made-face.ts'

/** What is left of the paper within a laughing mouth and under it, where all was lines. */
function left({ shade = 0.1, isMouthHidden = false } = {}) {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  const { points } = face.points
  const open = points.slice()
  for (const i of facePointGroups.mouthBottom) {
    const point = points[i]
    if (point) open[i] = { x: point.x, y: point.y + 16 }
  }
  const laughing = { ...face, points: { ...face.points, points: open }, isMouthHidden }
  const [lines, shading] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  shading.values.fill(shade)
  joinTeeth({ lines, shading }, [laughing])
  const top = pointsOf(laughing.points, 'mouthTop')
  const middle = top[top.length >> 1] ?? { x: 0, y: 0 }
  const at = (y: number) => lines.values[Math.round(y) * SIDE + Math.round(middle.x)] ?? 0
  return { within: at(middle.y + 8), under: at(middle.y + 40) }
}

describe('teeth in ink', () => {
  it('have no lines between them', () => {
    expect(left().within).toBeGreaterThan(0.8)
    expect(left().under).toBe(0)
  })

  it('are told from the dark of a mouth, and from a hand before it', () => {
    expect(left({ shade: 0.9 }).within).toBe(0)
    expect(left({ isMouthHidden: true }).within).toBe(0)
  })
})
