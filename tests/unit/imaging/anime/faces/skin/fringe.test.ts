import { describe, expect, it } from 'vitest'
import { faceOutline } from '#core/imaging/face-points/face-outlines.ts'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { drawnPartsOf } from '#core/imaging/tools/anime/faces/parts/drawn-parts.ts'
import { faceSkinOf } from '#core/imaging/tools/anime/faces/skin/face-skin.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { type Rgb, WALL } from '../../../painted-face.ts'

/** Light, middle and dark skin, and hair that is darker than each of them. */
const persons: readonly (readonly [name: string, skin: Rgb, hair: Rgb])[] = [
  ['light', [236, 196, 176], [110, 82, 66]],
  ['middle', [205, 150, 125], [98, 72, 58]],
  ['dark', [134, 88, 66], [52, 36, 30]],
]

/** A face under hair that hangs down to a height. */
const under = (lowest: number, skin: Rgb, hair: Rgb): Raster =>
  paint(SIDE, SIDE, (x, y) => {
    const isHead = Math.hypot((x - MIDDLE.x) / 90, (y - MIDDLE.y + 20) / 125) < 1
    if (isHead && y < lowest) return hair
    return isFace(x, y) ? skin : WALL
  })

function seen(picture: Raster) {
  const [face] = people().faces
  const found = face && skinOfFace(kernels, picture, face)
  if (!face || !found) throw new Error('There is a face with skin.')
  const parts = drawnPartsOf(kernels, picture, face, found)
  const { tone } = faceSkinOf(kernels, found, face, parts)
  const skinAt = (x: number, y: number) => {
    const { box, skin } = found
    const u = Math.floor(((x - box.x) * skin.widthPx) / box.width)
    const v = Math.floor(((y - box.y) * skin.heightPx) / box.height)
    return skin.values[v * skin.widthPx + u] ?? 0
  }
  return { tone, skinAt }
}

/** Just above the hairline, and just above the brows. */
const HAIRLINE = MIDDLE.y - FACE.down + 8
const BROWS = MIDDLE.y - 50

describe('a fringe', () => {
  it.each(persons)('over a forehead leaves %s skin as light as it is', (_, skin, hair) => {
    const bare = seen(under(HAIRLINE, skin, hair))
    const { tone, skinAt } = seen(under(BROWS, skin, hair))
    expect(Math.abs(tone[0] - bare.tone[0])).toBeLessThan(0.02)
    expect(skinAt(MIDDLE.x, BROWS - 15)).toBeLessThan(0.1)
    expect(skinAt(MIDDLE.x, MIDDLE.y + 12)).toBeGreaterThan(0.9)
  })

  it('is none where half of a forehead lies in the shade', () => {
    const skin: Rgb = [205, 150, 125]
    const shade: Rgb = [128, 88, 70]
    const hair: Rgb = [60, 45, 38]
    const picture = paint(SIDE, SIDE, (x, y) => {
      const isHead = Math.hypot((x - MIDDLE.x) / 90, (y - MIDDLE.y + 20) / 125) < 1
      if (isHead && y < HAIRLINE) return hair
      if (!isFace(x, y)) return WALL
      return x < MIDDLE.x - 20 ? shade : skin
    })
    expect(seen(picture).skinAt(MIDDLE.x - 40, BROWS - 15)).toBeGreaterThan(0.9)
  })
})

describe('the outline of a face', () => {
  const [front] = people().faces
  if (!front) throw new Error('There is a face.')
  const tip = { x: MIDDLE.x + FACE.across + 20, y: MIDDLE.y + 20 }
  /** Its nose stands out beyond its oval. */
  const withNose = (frontal: number): FoundFace => {
    const points = [...front.points.points]
    points[4] = tip
    return { ...front, frontal, points: { ...front.points, points } }
  }

  it('is its oval from the front', () => {
    expect(faceOutline(withNose(0.8))).toEqual(pointsOf(front.points, 'faceOval'))
  })

  it('goes about its nose in a half profile', () => {
    expect(faceOutline(withNose(0))).toContainEqual(tip)
  })
})
