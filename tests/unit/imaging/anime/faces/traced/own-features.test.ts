import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { ownFeatures } from '#core/imaging/tools/anime/faces/traced/own-features.ts'
import { ownLips } from '#core/imaging/tools/anime/faces/traced/own-lips.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { MIDDLE, people } from '../../../made-face.ts'
import { faceWith, type Rgb } from '../../../painted-face.ts'

const DARK: Rgb = [84, 52, 40]
const RED: Rgb = [190, 84, 84]
const TRACED = {
  right: false,
  left: false,
  nose: false,
  mouth: false,
  hiddenMouth: null,
  isTraced: true,
  darkGlass: null,
}

function faceIn(isThere: (x: number, y: number) => boolean, colour: Rgb) {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const seen = skinOfFace(kernels, faceWith(isThere, colour), face)
  if (!seen) throw new Error('It has skin.')
  const skin = faceSkinOf(kernels, seen, face, TRACED)
  return { face, seen, skin, cover: { toneAt: () => skin.tone } }
}

/** Red, 0..255, of the shapes below the middle of the face, from the darkest on. */
function redsBelow(isThere: (x: number, y: number) => boolean): number[] {
  const { seen, skin, cover } = faceIn((x, y) => isThere(x - MIDDLE.x, y - MIDDLE.y), DARK)
  return ownFeatures(kernels, seen, skin, cover, [])
    .filter(({ outline }) => outline.every(({ y }) => y > MIDDLE.y - 4))
    .map(({ colour: [red] }) => red)
    .sort((one, other) => one - other)
}

describe('what is dark in a face whose points are a guess', () => {
  it('is a shade on skin where it is broad, and dark where it is a stroke', () => {
    const [broad = 0] = redsBelow((x, y) => Math.hypot(x / 22, (y - 18) / 12) < 1)
    const [stroke = 0] = redsBelow((x, y) => Math.abs(x) < 22 && Math.abs(y - 18) < 2.5)
    expect(broad).toBeGreaterThan(110)
    expect(stroke).toBeLessThan(broad - 10)
  })

  it('has no mole', () => {
    expect(redsBelow((x, y) => Math.hypot(x - 20, y - 6) < 2.5)).toEqual([])
  })
})

describe('lips of a face whose points are a guess', () => {
  const [face] = people().faces
  const lips = face ? pointsOf(face.points, 'lipsTop') : []
  const middle = lips[lips.length >> 1] ?? MIDDLE

  it('are painted in their red where the photo has them', () => {
    const isLip = (x: number, y: number) => Math.hypot((x - middle.x) / 18, (y - middle.y) / 6) < 1
    const { face: own, seen, cover } = faceIn(isLip, RED)
    const shapes = ownLips(kernels, seen, own, cover)
    expect(shapes).toHaveLength(1)
    const [red, green] = shapes[0]?.colour ?? [0, 0]
    expect(red - green).toBeGreaterThan(60)
    const ys = shapes[0]?.outline.map(({ y }) => y) ?? []
    expect((Math.min(...ys) + Math.max(...ys)) / 2).toBeCloseTo(middle.y, -1)
  })

  it('are none where nothing is redder than skin', () => {
    const { face: own, seen, cover } = faceIn(() => false, RED)
    expect(ownLips(kernels, seen, own, cover)).toEqual([])
  })
})
