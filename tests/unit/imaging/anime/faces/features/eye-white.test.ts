import { describe, expect, it } from 'vitest'
import { eyeShapes } from '#core/imaging/tools/anime/faces/features/eyes.ts'
import { people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import type { Rgb } from '../../../painted-face.ts'

const PEN = { width: 1, dark: 0.14, opened: 0.5, vivid: 1 }

/** How light the white of an eye is drawn whose photo has this colour all over, 0..255. */
function whiteIn(seen: Rgb): number {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const picture = paint(SIDE, SIDE, () => seen)
  const [white] = eyeShapes(picture, face, 'left', [0.7, 0.04, 0.05], PEN, [0.35, 0.03, 0.04])
  return white?.colour[1] ?? 0
}

describe('the white of a drawn eye', () => {
  it('is bright where the photo has it nearly as light as the skin', () => {
    expect(whiteIn([150, 148, 146])).toBeGreaterThan(210)
  })

  it('is darker under a heavy lid or brow, where the photo has nothing light in the eye', () => {
    expect(whiteIn([60, 50, 45])).toBeLessThan(whiteIn([150, 148, 146]) - 40)
  })
})
