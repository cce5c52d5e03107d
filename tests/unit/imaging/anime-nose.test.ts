import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import { noseShapes } from '#core/imaging/tools/anime/faces/nose.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { people } from './made-face.ts'

const SKIN: OkLab = [0.7, 0.04, 0.05]
const pen = { width: 1, dark: 0.2, opened: 0.5, vivid: 0.6 }

/** Whether a stroke, no fill, begins at each wing of a nose, from the person's right to the left. */
function wingsOf(lean: number): readonly boolean[] {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const lit = { darkest: [0.6, 0.04, 0.05], lightest: SKIN, lean } as const
  const shapes = noseShapes(face, SKIN, pen, lit)
  const base = pointsOf(face.points, 'noseBase')
  const middle = base[base.length >> 1]
  return [base[0], base.at(-1)].map((wing) => {
    const reach =
      0.2 * Math.hypot((wing?.x ?? 0) - (middle?.x ?? 0), (wing?.y ?? 0) - (middle?.y ?? 0))
    return shapes.some(({ outline, opacity }) => {
      const isNear = outline.some(
        (p) => Math.hypot(p.x - (wing?.x ?? 0), p.y - (wing?.y ?? 0)) < reach,
      )
      return opacity === 0.5 && isNear
    })
  })
}

describe('a nose', () => {
  it('has the line of a wing on its side in the shade alone, as on the lit one it would be a mole', () => {
    expect(wingsOf(0.1)).toEqual([true, false])
    expect(wingsOf(-0.1)).toEqual([false, true])
  })
})
