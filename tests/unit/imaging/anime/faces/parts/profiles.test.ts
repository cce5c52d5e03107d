import { describe, expect, it } from 'vitest'
import { faceOutline } from '#core/imaging/face-points/face-outlines.ts'
import { facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { HairSeen } from '#core/imaging/face-points/hair-on-face.ts'
import { contains } from '#core/imaging/face-points/samples.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint, paintPlane } from '../../../made-pictures.ts'
import { faceWith, SKIN, WALL } from '../../../painted-face.ts'

function partsOf(picture: ReturnType<typeof paint>, hair: HairSeen | null = null) {
  const [made] = people().faces
  if (!made) throw new Error('There is a face.')
  const face = { ...made, frontal: 0.01 }
  const seen = skinOfFace(kernels, picture, face, undefined, hair)
  if (!seen) throw new Error('It has skin.')
  return drawnPartsOf(kernels, picture, face, seen)
}

describe('a head that is turned to the side', () => {
  it('has all its features where skin lies about all of them', () => {
    const parts = partsOf(faceWith(() => false, SKIN))
    expect(parts).toMatchObject({ right: true, left: true, nose: true, mouth: true })
  })

  it('has none drawn anew but what is dark in it traced where its far eye and mouth would lie on what is behind it', () => {
    const isHead = (x: number, y: number) => isFace(x, y) && x < MIDDLE.x + 8
    const profile = paint(SIDE, SIDE, (x, y) => (isHead(x, y) ? SKIN : WALL))
    const none = { right: false, left: false, nose: false, mouth: false, darkGlass: null }
    const traced = { ...none, isTraced: true }
    expect(partsOf(profile)).toMatchObject(traced)
  })

  it('keeps them where only its far cheek is in the dark', () => {
    const isDark = (x: number, y: number) => isFace(x, y) && x > MIDDLE.x + 8 && y < MIDDLE.y + 20
    expect(partsOf(faceWith(isDark, [40, 34, 32])).mouth).toBe(true)
  })

  it('keeps them where its far half lies in the shade and is taken for hair', () => {
    const isFar = (x: number, y: number) => isFace(x, y) && x > MIDDLE.x + 8
    const chance = paintPlane(SIDE, SIDE, (x, y) => (isFar(x, y) ? 0.95 : 0.02))
    const hair = { box: { x: 0, y: 0, width: SIDE, height: SIDE }, chance }
    const shaded = faceWith((x, y) => isFar(x, y), [148, 108, 90])
    expect(partsOf(shaded, hair)).toMatchObject({ nose: true, mouth: true })
  })
})

describe('the outline of a head that is turned to the side', () => {
  it('leaves skin about the far eye, which may lie beyond the oval of the points', () => {
    const [made] = people().faces
    if (!made) throw new Error('There is a face.')
    const far = { x: MIDDLE.x + FACE.across + 4, y: MIDDLE.y - 20 }
    const points = [...made.points.points]
    for (const index of [...facePointGroups.leftUpperLid, ...facePointGroups.leftLowerLid]) {
      const { x, y } = points[index] ?? MIDDLE
      points[index] = { x: far.x + (x - MIDDLE.x - 32) / 2, y }
    }
    const face = { ...made, frontal: 0, points: { ...made.points, points } }
    const corner = Math.max(...facePointGroups.leftUpperLid.map((index) => points[index]?.x ?? 0))
    expect(contains(faceOutline(face), corner + 0.02 * face.widthPx, far.y)).toBe(true)
    expect(contains(faceOutline(face), corner + 0.08 * face.widthPx, far.y)).toBe(false)
  })
})
