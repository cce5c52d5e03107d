import { describe, expect, it } from 'vitest'
import { noseShapes } from '#core/imaging/tools/anime/faces/features/nose.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { people } from '../../../made-face.ts'

const SKIN: OkLab = [0.7, 0.04, 0.05]
const SHADE: OkLab = [0.6, 0.04, 0.05]
/** Opacity of the lines of wings. */
const WING = 0.5
const pen = { width: 1, dark: 0.2, opened: 0.5, vivid: 0.6 }

/** How far the strokes of both wings reach from the wing towards the middle, px, from the person's right to the left. */
function wingsOf(lean: number): readonly number[] {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const lit = { darkest: SHADE, lightest: SKIN, lean }
  const wings = noseShapes(face, SKIN, pen, lit).filter(({ opacity }) => opacity === WING)
  return wings
    .map(({ outline }) => outline.map(({ x }) => x))
    .toSorted((one, other) => Math.min(...one) - Math.min(...other))
    .map((xs) => Math.max(...xs) - Math.min(...xs))
}

describe('a nose', () => {
  it('has a longer line to its wing on the lit side, where a short one would be a mole', () => {
    const [right = 0, left = 0] = wingsOf(0.1)
    expect(left).toBeGreaterThan(1.3 * right)
    const [other = 0, far = 0] = wingsOf(-0.1)
    expect(other).toBeGreaterThan(1.3 * far)
  })
})
