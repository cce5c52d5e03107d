import { describe, expect, it } from 'vitest'
import { type FacePointGroup, facePointGroups } from '#core/imaging/face-points/groups.ts'
import type { People } from '#core/imaging/portrait/people.ts'
import { MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { colourAt, drawn, faceWith, type Rgb } from '../../../painted-face.ts'

const MOUTH = { y: MIDDLE.y + 56, half: 22, gap: 7 }

/** Somebody whose mouth is open a little. */
const smiling = (): People => {
  const { faces, mask } = people()
  return {
    mask,
    faces: faces.map((face) => {
      const points = [...face.points.points]
      const put = (group: FacePointGroup, bend: number) => {
        const indices = facePointGroups[group]
        indices.forEach((index, i) => {
          const share = i / (indices.length - 1)
          points[index] = {
            x: MIDDLE.x + (share - 0.5) * 2 * MOUTH.half,
            y: MOUTH.y + bend * Math.sin(Math.PI * share),
          }
        })
      }
      put('lipsTop', -9)
      put('mouthTop', -MOUTH.gap / 2)
      put('mouthBottom', MOUTH.gap / 2)
      put('lipsBottom', 10)
      return { ...face, points: { ...face.points, points } }
    }),
  }
}

const photo = (inside: Rgb) => {
  const face = faceWith(() => false, inside)
  const far = (x: number, y: number, down: number) =>
    Math.hypot((x - MIDDLE.x) / MOUTH.half, (y - MOUTH.y) / down)
  return paint(SIDE, SIDE, (x, y) =>
    far(x, y, MOUTH.gap / 2 + 0.5) < 1
      ? inside
      : far(x, y, 10) < 1
        ? ([172, 84, 88] as const)
        : colourAt(face, x, y),
  )
}

const mouthOf = async (inside: Rgb) => {
  const result = await drawn(photo(inside), smiling())
  return Math.max(
    ...Array.from({ length: 9 }, (_, k) => colourAt(result, MIDDLE.x, MOUTH.y - 6 + k)[1]),
  )
}

describe('a mouth that smiles', () => {
  it('has white teeth, though they are as red as its lips in a small photo', async () => {
    expect(await mouthOf([205, 125, 122])).toBeGreaterThan(190)
  })

  it('is dark inside where the photo is', async () => {
    expect(await mouthOf([70, 30, 30])).toBeLessThan(160)
  })
})
