import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { freckleShapes } from '#core/imaging/tools/anime/faces/marks/freckles.ts'
import type { FaceCover } from '#core/imaging/tools/anime/faces/parts/face-cover.ts'
import { toOkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { MIDDLE, people } from '../../../made-face.ts'
import { faceWith, type Rgb, SKIN } from '../../../painted-face.ts'

const BROWN: Rgb = [150, 100, 78]
const PALE: Rgb = [240, 195, 175]

interface Place {
  readonly x: number
  readonly y: number
}

/** Twelve places on the cheeks, from the middle of the face. */
const CHEEKS: readonly Place[] = [-1, 1].flatMap((side) =>
  [0, 1, 2, 3, 4, 5].map((k) => ({ x: side * (30 + 13 * (k % 3)), y: 4 + 11 * (k >> 1) })),
)
/** Between them. */
const BETWEEN = CHEEKS.map(({ x, y }) => ({ x: x + 6, y: y + 6 }))

const isSpot = (places: readonly Place[], x: number, y: number) =>
  places.some((p) => Math.hypot(x - MIDDLE.x - p.x, y - MIDDLE.y - p.y) < 1.6)

interface Spots {
  readonly dark: readonly Place[]
  readonly light?: readonly Place[]
  readonly narrower?: number
  readonly isHidden?: FaceCover['isHidden']
}

function frecklesOf({ dark, light = [], narrower = 1, isHidden = () => false }: Spots) {
  const face = people().faces[0]
  if (face === undefined) throw new Error('There is a face.')
  const picture = faceWith((x, y) => isSpot(dark, x, y), BROWN)
  const pale = faceWith((x, y) => isSpot(light, x, y), PALE)
  for (let at = 0; at < picture.rgba.length; at += 4) {
    if (pale.rgba[at] === PALE[0]) picture.rgba.set(PALE, at)
  }
  const seen = skinOfFace(kernels, picture, face)
  if (seen === null) throw new Error('It has skin.')
  const tone: [number, number, number] = [0, 0, 0]
  toOkLab(...SKIN, tone)
  const cover: FaceCover = {
    isHidden,
    isBearded: () => false,
    toneAt: () => tone,
    beard: tone,
  }
  const own = { ...face, widthPx: face.widthPx / narrower }
  return freckleShapes(kernels, picture, own, seen, cover)
}

describe('freckles', () => {
  it('are drawn where they are, as small brown dots', () => {
    const drawn = frecklesOf({ dark: CHEEKS })
    expect(drawn).toHaveLength(CHEEKS.length)
    for (const { outline, colour } of drawn) {
      const [x, y] = [outline[0]?.x ?? 0, outline[0]?.y ?? 0]
      const nearest = Math.min(
        ...CHEEKS.map((p) => Math.hypot(x - MIDDLE.x - p.x, y - MIDDLE.y - p.y)),
      )
      expect(nearest).toBeLessThan(4)
      expect(colour[0]).toBeLessThan(SKIN[0] - 10)
      expect(colour[0]).toBeGreaterThan(BROWN[0] - 20)
    }
  })

  it('are none on smooth skin, and two or three spots are no freckles', () => {
    expect(frecklesOf({ dark: [] })).toEqual([])
    expect(frecklesOf({ dark: CHEEKS.slice(0, 3) })).toEqual([])
  })

  it('are none where as many spots are light: grain, pores and wrinkles', () => {
    expect(frecklesOf({ dark: CHEEKS, light: BETWEEN })).toEqual([])
  })

  it('are not drawn on what lies before the face', () => {
    const drawn = frecklesOf({ dark: CHEEKS, isHidden: ({ x }) => x < MIDDLE.x })
    expect(drawn).toHaveLength(CHEEKS.length / 2)
  })

  it('are none of a face so narrow that a freckle is less than a pixel', () => {
    expect(frecklesOf({ dark: CHEEKS, narrower: 3 })).toEqual([])
  })
})
