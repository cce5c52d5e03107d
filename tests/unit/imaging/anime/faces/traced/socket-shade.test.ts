import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import { socketShades } from '#core/imaging/tools/anime/faces/traced/socket-shade.ts'
import { areaOf } from '#core/imaging/tools/anime/faces/traced/traced.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, MIDDLE, people } from '../../../made-face.ts'
import { faceWith, type Rgb } from '../../../painted-face.ts'

const SHADE: Rgb = [150, 104, 84]
const EYE = 32

/** The outlines of the shades that a face with a shade beside its eyes gets. */
function outlinesOf(
  isShade: (x: number, y: number) => boolean,
  longPx: number,
  { largestPx, frontal }: { readonly largestPx?: number; readonly frontal?: number } = {},
) {
  const picture = faceWith((x, y) => isShade(Math.abs(x - MIDDLE.x), y - MIDDLE.y), SHADE)
  const [front] = people().faces
  if (!front) throw new Error('There is a face.')
  const face = { ...front, frontal: frontal ?? front.frontal }
  const seen = skinOfFace(kernels, picture, face)
  if (!seen) throw new Error('It has skin.')
  const parts = drawnPartsOf(kernels, picture, face, seen)
  const skin = faceSkinOf(kernels, seen, face, parts)
  const cover = { toneAt: () => skin.tone }
  return socketShades(kernels, seen, skin, face, parts, cover, longPx, largestPx).map(
    ({ outline }) => outline,
  )
}

/** How high they lie, from the middle of the face. */
const shadesOf = (isShade: (x: number, y: number) => boolean, longPx: number): number[] =>
  outlinesOf(isShade, longPx).map(
    (outline) => outline.reduce((sum, { y }) => sum + y, 0) / outline.length - MIDDLE.y,
  )

const isAbove = (x: number, y: number) => Math.abs(x - EYE) < 14 && y > -37 && y < -27
const isBelow = (x: number, y: number) => Math.abs(x - EYE) < 14 && y > -13 && y < -2
const CLOSE_PX = 400
/** A face is a fifteenth of the picture's longer side. */
const WHOLE_PX = 15 * 2 * FACE.across
const FAR_PX = 4000

describe('the shade in the sockets of eyes', () => {
  it('is painted above the eyes of a face that is close, which has none below them', () => {
    const above = shadesOf(isAbove, CLOSE_PX)
    expect(above).toHaveLength(2)
    expect(Math.max(...above)).toBeLessThan(-22)
    expect(shadesOf(isBelow, CLOSE_PX)).toEqual([])
  })

  it('is none below the eyes of a face of a whole person, who would look tired', () => {
    expect(shadesOf(isBelow, WHOLE_PX)).toEqual([])
  })

  it('is none under the nose of a face of a whole person, where it would be a moustache', () => {
    const isUnder = (x: number, y: number) => x < 16 && y > 28 && y < 38
    expect(shadesOf(isUnder, WHOLE_PX)).toEqual([])
    expect(shadesOf(isUnder, FAR_PX).length).toBeGreaterThan(0)
  })

  it('is painted below the eyes, too, of a face that is far, which would be a smear', () => {
    const below = shadesOf(isBelow, FAR_PX)
    expect(below).toHaveLength(2)
    expect(Math.min(...below)).toBeGreaterThan(-14)
  })

  it('is painted below the eyes of somebody behind a much larger face, as far ones are', () => {
    expect(outlinesOf(isBelow, WHOLE_PX, { largestPx: 3 * 2 * FACE.across })).toHaveLength(2)
  })

  it('is painted below the eyes of a head that is turned, which else is hardly found as a face', () => {
    expect(outlinesOf(isBelow, WHOLE_PX, { frontal: 0.08 })).toHaveLength(2)
  })

  it('fills a socket from the nose to the temple', () => {
    for (const outline of outlinesOf(isAbove, CLOSE_PX)) {
      const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
      const box = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
      expect(Math.abs(areaOf(outline))).toBeGreaterThan(0.7 * box)
    }
  })

  it('is none where the face is lit evenly', () => {
    expect(shadesOf(() => false, FAR_PX)).toEqual([])
  })
})
