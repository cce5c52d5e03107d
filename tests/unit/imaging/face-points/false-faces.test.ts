import { describe, expect, it } from 'vitest'
import {
  withoutBodies,
  withoutFalse,
  withoutNobodys,
  withoutThings,
} from '#core/imaging/face-points/false-faces.ts'
import { type FoundFace, scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { createPlane, createRaster } from '#core/pixels/pixels.ts'
import { FACE, MIDDLE, people, SIDE } from '../made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

/** A face so many times as wide as the first, so many of that one's widths aside of it and below it. */
function beside(size: number, aside: number, below: number): FoundFace {
  const small = scaledFace(face ?? never(), size)
  const [x, y] = [aside, below].map((by) => by * (face ?? never()).widthPx)
  const points = small.points.points.map((p) => ({
    x: p.x + MIDDLE.x * (1 - size) + (x ?? 0),
    y: p.y + MIDDLE.y * (1 - size) + (y ?? 0),
  }))
  return { ...small, points: { ...small.points, points } }
}

const never = (): never => {
  throw new Error('There is a face.')
}

const countWith = (other: FoundFace) => withoutFalse([face, other]).length

describe('a face that is found on somebody', () => {
  it('is none where it is a pendant or a print: small, and on the chest', () => {
    expect(countWith(beside(0.36, -0.4, 1.8))).toBe(1)
    expect(countWith(beside(0.4, 0.3, 1.2))).toBe(1)
  })

  it('is one where it is a child that is held there', () => {
    expect(countWith(beside(0.6, 0.3, 1.5))).toBe(2)
  })

  it('is one where somebody stands farther away beside or above them', () => {
    expect(countWith(beside(0.36, 1.2, 1.5))).toBe(2)
    expect(countWith(beside(0.36, 0, -1.2))).toBe(2)
    expect(countWith(beside(0.36, 0.6, 0.2))).toBe(2)
  })
})

/** Skin on the left, with a face, and what is asked for on the right. */
function pictureWith(skin: Rgb, thing: Rgb) {
  const picture = createRaster(SIDE * 2, SIDE)
  for (let at = 0; at < picture.rgba.length; at += 4) {
    const x = (at / 4) % picture.widthPx
    picture.rgba.set([...(x < MIDDLE.x + FACE.across + 10 ? skin : thing), 255], at)
  }
  return picture
}

type Rgb = readonly [number, number, number]
const SKIN: Rgb = [210, 165, 140]
const STEEL: Rgb = [150, 152, 155]
/** Two hundred px to the right of the face, half as large. */
const AWAY = beside(0.5, 1.9, 0)

function countOf(picture: ReturnType<typeof pictureWith>, isSomebodys: boolean): number {
  const mask = createPlane(picture.widthPx, picture.heightPx)
  mask.values.fill(isSomebodys ? 255 : 0)
  return withoutThings([face ?? never(), AWAY], picture, mask).length
}

describe('a face that is found beside somebody', () => {
  it('is a thing where it is grey and nobody is there', () => {
    expect(countOf(pictureWith(SKIN, STEEL), false)).toBe(1)
  })

  it('is one where it has the colour of skin, or where somebody is', () => {
    expect(countOf(pictureWith(SKIN, [90, 60, 48]), false)).toBe(2)
    expect(countOf(pictureWith(SKIN, STEEL), true)).toBe(2)
  })

  it('is one in a photograph without colours', () => {
    expect(countOf(pictureWith([180, 180, 180], STEEL), false)).toBe(2)
  })
})

/** Somebody from above their face to the feet, so wide, in face widths, and a face on or beside them. */
function keptOn(other: FoundFace, widths: number): number {
  const [widthPx, heightPx] = [SIDE * 4, SIDE * 16]
  const mask = createPlane(widthPx, heightPx)
  const reach = (widths / 2) * (face ?? never()).widthPx
  mask.values.forEach((_, at) => {
    const x = at % widthPx
    mask.values[at] = Math.abs(x - MIDDLE.x) < reach ? 255 : 0
  })
  return withoutBodies([face ?? never(), other], createRaster(widthPx, heightPx), mask).length
}

describe('a face that is found below a larger one', () => {
  it('is a bag, a knee or a print where the body goes on to it', () => {
    expect(keptOn(beside(0.5, 1.2, 4.5), 3)).toBe(1)
    expect(keptOn(beside(0.3, -0.2, 6), 3)).toBe(1)
  })

  it('is a knee or a shoe where legs stand apart', () => {
    expect(keptOn(beside(0.31, 1.9, 8), 5)).toBe(1)
    expect(keptOn(beside(0.25, -2.2, 11), 5)).toBe(1)
    // In a hand it would be farther from the body than an arm.
    expect(keptOn(beside(0.31, 1.9, 4), 5)).toBe(2)
  })

  it('is a shoe at the feet, though the ground is seen between legs', () => {
    expect(keptOn(beside(0.25, 1.9, 10), 2)).toBe(1)
    expect(keptOn(beside(0.5, 1.9, 10), 2)).toBe(2)
  })

  it('is one where it is as large as a baby has it', () => {
    expect(keptOn(beside(0.62, 0.4, 2), 3)).toBe(2)
  })

  it('is one where something lies between', () => {
    expect(keptOn(beside(0.4, 1.5, 3), 2)).toBe(2)
  })
})

describe('faces at which the mask of people sees nobody', () => {
  const picture = createRaster(SIDE * 2, SIDE)
  /** Of so many faces side by side, how many stay where the mask has a value all over. */
  const stay = (count: number, value: number): number => {
    const mask = createPlane(SIDE / 2, SIDE / 4)
    mask.values.fill(value)
    const faces = Array.from({ length: count }, (_, k) => beside(0.3, k * 0.4, 0))
    return withoutNobodys(faces, picture, mask).length
  }

  it('are none: they are windows, the moon or an arch', () => {
    expect(stay(1, 0)).toBe(0)
    expect(stay(3, 60)).toBe(0)
  })

  it('are faces where it sees somebody, and in a group, which is too small for it', () => {
    expect(stay(1, 200)).toBe(1)
    expect(stay(4, 0)).toBe(4)
  })

  it('are faces where one of them is somebody', () => {
    const mask = createPlane(picture.widthPx, picture.heightPx)
    for (let at = 0; at < mask.values.length; at++)
      if (at % picture.widthPx < SIDE) mask.values[at] = 255
    expect(withoutNobodys([face ?? never(), AWAY], picture, mask)).toHaveLength(2)
  })
})
