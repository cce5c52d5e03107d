import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { withRaisedSmile } from '#core/imaging/tools/anime/faces/features/smile.ts'
import { withMouth } from '../../../made-face.ts'

/** With an open mouth of so many face widths whose corners lie so far below its middle, px. */
const mouth = (wide: number, hangs: number) =>
  withMouth(wide, hangs, [
    ['lipsTop', -6],
    ['lipsBottom', 18],
    ['mouthTop', 0],
    ['mouthBottom', 12],
  ])

const cornerOf = (face: FoundFace) => pointsOf(face.points, 'lipsTop')[0]?.y ?? 0

describe('the corners of a mouth', () => {
  it('are raised where a broad smile hangs', () => {
    const hanging = mouth(0.5, 8)
    expect(cornerOf(withRaisedSmile(hanging))).toBeLessThan(cornerOf(hanging) - 2)
  })

  it('stay where they are in a smile that rises, and in a mouth that is no wider than most', () => {
    for (const face of [mouth(0.5, -5), mouth(0.36, 8)]) {
      expect(cornerOf(withRaisedSmile(face))).toBe(cornerOf(face))
    }
  })
})
