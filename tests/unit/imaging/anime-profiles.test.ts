import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/drawn-parts.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, SIDE } from './made-face.ts'
import { paint } from './made-pictures.ts'
import { faceWith, SKIN, WALL } from './painted-face.ts'

function partsOf(picture: ReturnType<typeof paint>) {
  const [made] = people().faces
  if (!made) throw new Error('There is a face.')
  const face = { ...made, frontal: 0.01 }
  const seen = skinOfFace(kernels, picture, face)
  if (!seen) throw new Error('It has skin.')
  return drawnPartsOf(kernels, picture, face, seen)
}

describe('a head that is turned to the side', () => {
  it('has all its features where skin lies about all of them', () => {
    const parts = partsOf(faceWith(() => false, SKIN))
    expect(parts).toMatchObject({ right: true, left: true, nose: true, mouth: true })
  })

  it('has none drawn where its far eye and mouth would lie on what is behind it', () => {
    const isHead = (x: number, y: number) => isFace(x, y) && x < MIDDLE.x + 8
    const profile = paint(SIDE, SIDE, (x, y) => (isHead(x, y) ? SKIN : WALL))
    const none = { right: false, left: false, nose: false, mouth: false, darkGlass: null }
    expect(partsOf(profile)).toMatchObject(none)
  })

  it('keeps them where only its far cheek is in the dark', () => {
    const isDark = (x: number, y: number) => isFace(x, y) && x > MIDDLE.x + 8 && y < MIDDLE.y + 20
    expect(partsOf(faceWith(isDark, [40, 34, 32])).mouth).toBe(true)
  })
})
