import { describe, expect, it } from 'vitest'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { findHair } from '#core/imaging/tools/anime/hair.ts'
import { okLabOf } from '#core/imaging/tools/anime/study.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { isFace, MIDDLE, people, SIDE } from './made-face.ts'
import { paint, testJob } from './made-pictures.ts'
import { type Rgb, SKIN, WALL } from './painted-face.ts'

type Where = (x: number, y: number) => boolean

const DARK: Rgb = [52, 38, 30]
const FAIR: Rgb = [206, 172, 104]

const isHead: Where = (x, y) => Math.hypot((x - MIDDLE.x) / 130, (y - MIDDLE.y) / 150) < 1
const isHair: Where = (x, y) => isHead(x, y) && !isFace(x, y) && y < MIDDLE.y + 60

/** Which pixels are found to be hair of a head that is painted in these colours. */
function hairIn(
  colourOf: (x: number, y: number) => Rgb,
  isSkin: Where = isFace,
  others: readonly FoundFace[] = [],
): Where {
  const picture = paint(SIDE, SIDE, colourOf)
  const plane = (isOn: Where) => {
    const made = createFloatPlane(SIDE, SIDE)
    made.values.forEach((_, at) => {
      made.values[at] = isOn(at % SIDE, Math.floor(at / SIDE)) ? 1 : 0
    })
    return made
  }
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const isPerson: Where = (x, y) => isHair(x, y) || isFace(x, y)
  const skin = plane(isSkin).values
  const hair = findHair(testJob(), picture, okLabOf(picture), face, plane(isPerson), skin, others)
  const places = new Set(hair?.places)
  return (x, y) => places.has(y * SIDE + x)
}

const TOP = [MIDDLE.x, 30] as const
const SIDES = [MIDDLE.x - 105, MIDDLE.x + 105].map((x) => [x, MIDDLE.y] as const)

describe('hair in anime', () => {
  it('is found in both of its colours, dark over the forehead and fair beside the face', () => {
    const isRoot: Where = (_, y) => y < MIDDLE.y - 70
    const found = hairIn((x, y) => {
      if (isFace(x, y)) return SKIN
      return isHair(x, y) ? (isRoot(x, y) ? DARK : FAIR) : WALL
    })
    expect(found(...TOP)).toBe(true)
    for (const side of SIDES) expect(found(...side)).toBe(true)
  })

  it('is no hand beside the face', () => {
    const found = hairIn((x, y) => {
      if (isFace(x, y)) return SKIN
      return isHair(x, y) ? (y < MIDDLE.y - 70 ? DARK : SKIN) : WALL
    })
    expect(found(...TOP)).toBe(true)
    for (const side of SIDES) expect(found(...side)).toBe(false)
  })

  it('is hair above a forehead, though it is fair and was taken for skin', () => {
    const isTaken: Where = (x, y) =>
      isFace(x, y) || (isHair(x, y) && Math.abs(x - MIDDLE.x) < 60 && y < MIDDLE.y - 70)
    const found = hairIn((x, y) => (isFace(x, y) ? SKIN : isHair(x, y) ? FAIR : WALL), isTaken)
    expect(found(...TOP)).toBe(true)
    for (const side of SIDES) expect(found(...side)).toBe(true)
  })

  it('is no skin of somebody else who stands close above', () => {
    const isTaken: Where = (x, y) =>
      isFace(x, y) || (isHair(x, y) && Math.abs(x - MIDDLE.x) < 60 && y < MIDDLE.y - 70)
    const [face] = people().faces
    if (!face) throw new Error('There is a face.')
    const points = face.points.points.map(({ x, y }) => ({ x, y: y - 150 }))
    const other = { ...face, points: { ...face.points, points } }
    const found = hairIn((x, y) => (isFace(x, y) ? SKIN : isHair(x, y) ? FAIR : WALL), isTaken, [
      other,
    ])
    expect(found(...TOP)).toBe(false)
    for (const side of SIDES) expect(found(...side)).toBe(true)
  })

  it('is none on a bald head', () => {
    const found = hairIn(
      (x, y) => (isFace(x, y) || isHair(x, y) ? SKIN : WALL),
      (x, y) => isFace(x, y) || isHair(x, y),
    )
    expect(found(...TOP)).toBe(false)
    for (const side of SIDES) expect(found(...side)).toBe(false)
  })
})
