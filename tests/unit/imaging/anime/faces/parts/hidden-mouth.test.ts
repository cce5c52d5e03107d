import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { faceWith, type Rgb, SKIN } from '../../../painted-face.ts'

const MOUTH: Rgb = [120, 60, 55]
const mouthAt = { x: MIDDLE.x, y: MIDDLE.y + 46 }
const isMouth = (x: number, y: number) =>
  Math.abs(x - mouthAt.x) < 24 && Math.abs(y - MIDDLE.y - 55) < 2

const bare = faceWith(() => false, SKIN)

/** Which parts are drawn, and how much of what lies before the mouth is painted as skin. */
function seen(picture: ReturnType<typeof faceWith>) {
  const [face] = people().faces
  const skin = face && skinOfFace(kernels, picture, face)
  if (!face || !skin) throw new Error('There is a face with skin.')
  const parts = drawnPartsOf(kernels, picture, face, skin)
  const { share, box } = faceSkinOf(kernels, skin, face, parts)
  const x = Math.round(((mouthAt.x - box.x) * share.widthPx) / box.width)
  const y = Math.round(((MIDDLE.y + 70 - box.y) * share.heightPx) / box.height)
  return { parts, painted: share.values[y * share.widthPx + x] ?? 0 }
}

describe('a mouth', () => {
  it('is drawn where a dark line goes along it', () => {
    const { parts, painted } = seen(faceWith(isMouth, MOUTH))
    expect(parts).toMatchObject({ nose: true, mouth: true, hiddenMouth: null })
    expect(painted).toBeGreaterThan(0.9)
  })

  it('is not drawn behind fingers, which are not painted as a face; its nose is', () => {
    const picture = paint(SIDE, SIDE, (x, y) => {
      const isFinger = y > MIDDLE.y + 30 && Math.abs(x - MIDDLE.x) < 50
      if (isFinger && (x - MIDDLE.x + 60) % 20 < 3) return [120, 80, 62]
      const at = (y * SIDE + x) * 4
      const { rgba } = bare
      return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
    })
    const { parts, painted } = seen(picture)
    expect(parts).toMatchObject({ right: true, left: true, nose: true, mouth: false })
    expect(painted).toBeLessThan(0.1)
  })

  it('is drawn in a face that is too small for its line to be seen', () => {
    const [face] = people().faces
    const skin = face && skinOfFace(kernels, bare, face)
    if (!face || !skin) throw new Error('There is a face with skin.')
    const small = { ...face, widthPx: 90 }
    expect(drawnPartsOf(kernels, bare, small, skin).mouth).toBe(true)
  })
})
