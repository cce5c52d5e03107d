import { describe, expect, it } from 'vitest'
import { eyeShapes } from '#core/imaging/tools/anime/faces/features/eyes.ts'
import { areaOf } from '#core/imaging/tools/anime/faces/traced/traced.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import { people, SIDE } from '../../../made-face.ts'

const SKIN = [0.7, 0.04, 0.05] as const
const PEN = { width: 1, dark: 0.14, opened: 0.5, vivid: 1 }

/** The area of the upper lashes of a face in a picture so many times as large as usual, px. */
function lashesIn(times: number): number {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const picture = createRaster(SIDE * times, SIDE * times)
  const shapes = eyeShapes(picture, face, 'left', [...SKIN], PEN, [0.35, 0.03, 0.04])
  // The crease is drawn last, the lashes before it.
  return Math.abs(areaOf(shapes.at(-2)?.outline ?? []))
}

describe('lashes', () => {
  it('are finer on a face that fills its picture, and of one thickness on all others', () => {
    expect(lashesIn(1)).toBeLessThan(0.7 * lashesIn(2))
    expect(lashesIn(4)).toBeCloseTo(lashesIn(2), 3)
  })
})
