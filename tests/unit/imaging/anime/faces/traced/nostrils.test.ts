import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { placesIn } from '#core/imaging/tools/anime/faces/parts/places-in-face.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { MIDDLE, people } from '../../../made-face.ts'
import { faceWith } from '../../../painted-face.ts'

/** Half a dark red place about both nostrils, px, and how far below the face's middle it lies. */
const DARK = { across: 17, down: 9, low: 20 }

/** Whether skin is painted in the middle of that place. */
function isPainted(low: number): boolean {
  const isDark = (x: number, y: number) =>
    Math.abs(x - MIDDLE.x) < DARK.across && Math.abs(y - MIDDLE.y - low) < DARK.down
  const picture = faceWith(isDark, [84, 14, 24])
  const [face] = people().faces
  const seen = face && skinOfFace(kernels, picture, face)
  if (!face || !seen) throw new Error('There is a face with skin.')
  const { share } = faceSkinOf(kernels, seen, face, drawnPartsOf(kernels, picture, face, seen))
  const { x, y } = placesIn(seen).toPlane({ x: MIDDLE.x, y: MIDDLE.y + low })
  return (share.values[Math.round(y) * share.widthPx + Math.round(x)] ?? 0) > 0.5
}

describe('dark red about nostrils', () => {
  it('is no hole in the skin under a nose that is drawn', () => {
    expect(isPainted(DARK.low)).toBe(true)
  })

  it('elsewhere in a face stays', () => {
    expect(isPainted(-62)).toBe(false)
  })
})
