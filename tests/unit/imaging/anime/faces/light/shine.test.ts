import { describe, expect, it } from 'vitest'
import { skinOfFace } from '#core/imaging/face-points/skin-of-face.ts'
import { shineOf } from '#core/imaging/tools/anime/faces/light/shine.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { toOkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../../fixtures/kernels.ts'
import { FACE, isFace, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { paint } from '../../../made-pictures.ts'
import { colourAt, faceWith, type Rgb, SKIN, WALL } from '../../../painted-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')
const GLOSS: Rgb = [252, 236, 226]
/** Where the oval of the face ends above, and how far its forehead goes on. */
const TOP = MIDDLE.y - FACE.down
const FOREHEAD_PX = 14

/** How much of some place above the oval is taken for a shine, under hair that ends there. */
function shineAt(isGloss: (x: number, y: number) => boolean, x: number, y: number): number {
  const known = faceWith(() => false, SKIN)
  const isForehead = (u: number, v: number) =>
    Math.hypot((u - MIDDLE.x) / FACE.across, (v - MIDDLE.y) / (FACE.down + FOREHEAD_PX)) < 1
  const picture = paint(SIDE, SIDE, (u, v): Rgb => {
    if (isGloss(u, v)) return GLOSS
    if (isFace(u, v)) return colourAt(known, u, v)
    if (isForehead(u, v)) return SKIN
    return v < MIDDLE.y ? [60, 45, 38] : WALL
  })
  const seen = skinOfFace(kernels, picture, face ?? never())
  if (seen === null) return never()
  const tone: OkLab = [0, 0, 0]
  toOkLab(...SKIN, tone)
  const shine = shineOf(kernels, seen, face ?? never(), tone)
  const { box, inside } = seen
  const column = Math.floor(((x - box.x) * inside.widthPx) / box.width)
  const row = Math.floor(((y - box.y) * inside.heightPx) / box.height)
  return shine[row * inside.widthPx + column] ?? 0
}

const never = (): never => {
  throw new Error('There is a face with skin.')
}

describe('a shine above the oval of a face', () => {
  const isBand = (from: number, to: number) => (x: number, y: number) =>
    x > MIDDLE.x + from && x < MIDDLE.x + to && y > TOP - 8 && y < TOP + 2

  it('is the forehead’s, also where it reaches a temple', () => {
    expect(shineAt(isBand(-10, 10), MIDDLE.x, TOP - 5)).toBeGreaterThan(0.5)
    expect(shineAt(isBand(-61, 50), MIDDLE.x, TOP - 5)).toBeGreaterThan(0.5)
  })

  it('is none where it goes on beside the head, as white hair or a wall does', () => {
    const isWide = (x: number, y: number) => y > TOP - 8 && y < TOP + 2 && x < MIDDLE.x + 10
    expect(shineAt(isWide, MIDDLE.x, TOP - 5)).toBe(0)
  })
})
