import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/face-skin.ts'
import { glassesOf } from '#core/imaging/tools/anime/faces/glasses.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, SIDE } from './made-face.ts'
import { paint } from './made-pictures.ts'
import { faceWith, type Rgb, SKIN, WALL } from './painted-face.ts'

/** How far a place lies from the middle of its eye, in half axes of a glass about it. */
const fromEye = (x: number, y: number, low: number, across: number, down: number) =>
  Math.hypot((Math.abs(x - MIDDLE.x) - 32) / across, (y - MIDDLE.y + 20 - low) / down)
const isBridge = (x: number, y: number) => Math.abs(x - MIDDLE.x) < 8 && Math.abs(y - 138) < 1.6

function seen(picture: ReturnType<typeof faceWith>, isFramed = false) {
  const [face] = people().faces
  const skin = face && skinOfFace(kernels, picture, face)
  if (!face || !skin) throw new Error('There is a face with skin.')
  const parts = drawnPartsOf(kernels, picture, face, skin, isFramed)
  const { tone } = faceSkinOf(kernels, skin, face, parts)
  return { parts, tone, frame: glassesOf(kernels, picture, face) }
}

const withGlass = (colour: Rgb, low = 0, across = 22, down = 11) =>
  faceWith((x, y) => fromEye(x, y, low, across, down) < 1, colour)

describe('eyes', () => {
  const bare = seen(faceWith(() => false, SKIN))

  it('are drawn where nothing lies before them', () => {
    expect(bare.parts).toMatchObject({ right: true, left: true, darkGlass: null })
  })

  it('are not drawn behind dark glass, though it is small and skin shows below it', () => {
    const { parts } = seen(withGlass([60, 42, 34]))
    expect(parts).toMatchObject({ right: false, left: false, mouth: true })
    expect(parts.darkGlass).not.toBeNull()
  })

  it('are not drawn behind glass that is hardly dark and reaches over the cheek, but in a frame', () => {
    const tinted = withGlass([86, 63, 53], 10, 27, 26)
    expect(seen(tinted).parts).toMatchObject({ right: false, left: false })
    expect(seen(tinted, true).parts.darkGlass).toBeNull()
  })

  it('are drawn within a shadow of the brows', () => {
    const shaded = withGlass([150, 106, 88], -6, 24, 10)
    expect(seen(shaded).parts).toMatchObject({ right: true, left: true })
  })

  it('behind dark glass leave the skin as light as it is', () => {
    const { tone } = seen(withGlass([60, 42, 34], 8, 27, 24))
    expect(Math.abs(tone[0] - bare.tone[0])).toBeLessThan(0.02)
  })
})

describe('a frame', () => {
  const isRim = (x: number, y: number) => Math.abs(fromEye(x, y, 4, 24, 18) - 1) < 0.06
  it('that is thin is seen by its rims, though its bridge is hardly there', () => {
    const isFaint = (x: number, y: number) => isBridge(x, y) && x > MIDDLE.x + 3
    const thin = paint(SIDE, SIDE, (x, y) => {
      if (isRim(x, y) || isFaint(x, y)) return [70, 60, 55]
      return isFace(x, y) ? SKIN : WALL
    })
    expect(seen(thin).frame).not.toBeNull()
    expect(seen(faceWith(() => false, SKIN)).frame).toBeNull()
  })
})
