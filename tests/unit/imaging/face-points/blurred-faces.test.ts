import { describe, expect, it } from 'vitest'
import { toldFromBlur } from '#core/imaging/face-points/blurred-faces.ts'
import { type FoundFace, scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { MIDDLE, people, SIDE } from '../made-face.ts'
import { paint } from '../made-pictures.ts'

const [front] = people().faces
if (!front) throw new Error('There is a face.')

/** A smaller face beside the first. */
const SMALLER = { size: 0.6, aside: SIDE }
const behind: FoundFace = (() => {
  const small = scaledFace(front, SMALLER.size)
  const points = small.points.points.map((p) => ({
    x: p.x + MIDDLE.x * (1 - SMALLER.size) + SMALLER.aside,
    y: p.y + MIDDLE.y * (1 - SMALLER.size),
  }))
  return { ...small, points: { ...small.points, points } }
})()

/** Light that goes up and down once in so many face widths: the finer, the sharper a face is. */
const wave = (x: number, widths: number, facePx: number) =>
  140 + 60 * Math.sin((2 * Math.PI * x) / (widths * facePx))

/** @param widths of the waves on the face before and on the one behind it */
const pictureOf = (before: number, back: number) =>
  paint(SIDE * 2, SIDE, (x) => {
    const isBefore = x < SIDE
    const face = isBefore ? front : behind
    const light = wave(x, isBefore ? before : back, face.widthPx)
    return [light, light * 0.8, light * 0.7]
  })

/** @param share of the mask of people over all of the picture */
const maskOf = (share: number) => {
  const mask = createPlane(SIDE * 2, SIDE)
  mask.values.fill(255 * share)
  return mask
}

const SHARP = 0.15
const BLURRED = 0.9
const BETWEEN = 0.42

const told = (before: number, back: number, share = 1) =>
  toldFromBlur(kernels, [front, behind], pictureOf(before, back), maskOf(share))

describe('a face behind another', () => {
  it('that is out of focus is marked, as its features would be made up', () => {
    expect(told(SHARP, BLURRED).map(({ isBlurred }) => isBlurred ?? false)).toEqual([false, true])
  })

  it('that is in focus is as it was, and so is each where none is sharper', () => {
    expect(told(SHARP, SHARP)).toEqual([front, behind])
    expect(told(BLURRED, BLURRED)).toEqual([front, behind])
  })

  it('that is hardly sharp is left out where nobody is', () => {
    expect(told(SHARP, BETWEEN, 0)).toEqual([front])
    expect(told(SHARP, BETWEEN, 1)).toEqual([front, behind])
  })

  it('alone in its picture is looked at as it is', () => {
    expect(toldFromBlur(kernels, [behind], pictureOf(BLURRED, BLURRED), maskOf(1))).toEqual([
      behind,
    ])
  })
})
